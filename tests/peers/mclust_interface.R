# Rscript mclust_interface.R FOLDER: what Mclust() says of eight data sets of R, with its default arguments.
# FOLDER/NAME.csv: the rows. FOLDER/NAME-choice.csv: modelName, n, d, G, loglik, df, bic, icl. FOLDER/NAME-bic.csv: family,
# G, BIC and nMclustParams of every cell. FOLDER/NAME-rows.csv: classification, uncertainty and z.
# FOLDER/NAME-parameters.csv: pro, mean and sigma of every component.
suppressPackageStartupMessages(library(mclust))
folder <- commandArgs(trailingOnly = TRUE)[1]
keep <- function(table, ...)
  write.table(table, file.path(folder, paste0(..., ".csv")), sep = ",", quote = FALSE, row.names = FALSE, col.names = FALSE)
exact <- function(numbers) sprintf("%.17g", numbers)
data(acidity, banknote, cross, diabetes, thyroid, package = "mclust")
sets <- list(faithful = datasets::faithful, iris = datasets::iris[, 1:4], precip = datasets::precip, acidity = acidity,
             banknote = banknote[, -1], cross = cross[, -1], diabetes = diabetes[, -1], thyroid = thyroid[, -1])
for (name in names(sets)) {
  X <- as.matrix(sets[[name]])
  fit <- suppressWarnings(Mclust(X, verbose = FALSE))
  keep(apply(X, 2, exact), name)
  keep(t(c(fit$modelName, fit$n, fit$d, fit$G, exact(c(fit$loglik, fit$df, fit$bic, fit$icl)))), name, "-choice")
  cells <- expand.grid(G = as.integer(rownames(fit$BIC)), model = colnames(fit$BIC), stringsAsFactors = FALSE)
  free <- mapply(function(model, G) nMclustParams(model, ncol(X), G), cells$model, cells$G)
  keep(cbind(cells$model, cells$G, exact(as.vector(fit$BIC)), free), name, "-bic")
  z <- if (is.null(fit$z)) matrix(1, nrow(X), 1) else fit$z
  keep(cbind(fit$classification, exact(fit$uncertainty), apply(z, 2, exact)), name, "-rows")
  p <- fit$parameters
  sigma <- p$variance[["sigma"]]
  if (is.null(sigma)) sigma <- array(p$variance[["sigmasq"]], c(1, 1, fit$G))
  keep(t(sapply(1:fit$G, function(k) exact(c(p$pro[k], matrix(p$mean, ncol(X))[, k], sigma[, , k])))), name, "-parameters")
}
