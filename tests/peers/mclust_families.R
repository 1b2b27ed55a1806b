# Rscript mclust_families.R FOLDER: mclust's covariance families.
# FOLDER/parameters.csv: nMclustParams of every family for a few sizes, without and with noise. FOLDER/separated.csv (rows) and
# FOLDER/separated-MODEL.csv (per component: weight, mean, covariance): me() from given labels (FOLDER/labels.csv), until
# nothing changes. FOLDER/NAME.csv and FOLDER/bic-NAME.csv: the BIC of 14 families by up to 9 numbers of components, the
# log-likelihood, and the least eigenvalue of any covariance in units of the data's own.
suppressPackageStartupMessages(library(mclust))
folder <- commandArgs(trailingOnly = TRUE)[1]
place <- function(...) file.path(folder, paste0(..., ".csv"))
keep <- function(table, name, names = FALSE)
  write.table(table, place(name), sep = ",", quote = FALSE, row.names = FALSE, col.names = names)
exact <- function(numbers) sprintf("%.17g", numbers)
models <- mclust.options("emModelNames")

sizes <- expand.grid(model = models, d = c(2, 3, 7), k = c(1, 2, 5), stringsAsFactors = FALSE)
sizes <- rbind(sizes, data.frame(model = c("E", "V"), d = 1, k = 4))
counted <- function(noise) mapply(function(model, d, k) nMclustParams(model, d, k, noise = noise), sizes$model, sizes$d, sizes$k)
keep(data.frame(sizes, counted(FALSE), counted(TRUE)), "parameters")

tight <- emControl(eps = 0, tol = c(1e-12, 1e-12), itmax = c(10000, 10000))
set.seed(1)
turned <- function(angle, a, b) { r <- matrix(c(cos(angle), sin(angle), -sin(angle), cos(angle)), 2); r %*% diag(c(a, b)) %*% t(r) }
root <- function(s) chol(rbind(cbind(s, 0), c(0, 0, 0.7)))
labels <- rep(1:3, c(120, 90, 60))
rows <- matrix(rnorm(270 * 3), 270)
rows[labels == 1, ] <- rows[labels == 1, ] %*% root(turned(0.3, 2, 0.5))
rows[labels == 2, ] <- rows[labels == 2, ] %*% root(turned(1.2, 1, 0.2)) + rep(c(9, 1, 2), each = 90)
rows[labels == 3, ] <- rows[labels == 3, ] %*% root(turned(0.4, 3, 1)) + rep(c(2, 12, -5), each = 60)
keep(apply(rows, 2, exact), "separated")
keep(labels - 1, "labels")
for (model in models) {
  p <- me(data = rows, modelName = model, z = unmap(labels), control = tight)$parameters
  keep(t(sapply(1:3, function(i) exact(c(p$pro[i], p$mean[, i], p$variance$sigma[, , i])))), paste0("separated-", model))
}

control <- emControl(tol = c(1e-9, 1e-9), itmax = c(10000, 10000))
least <- function(fit, own) {
  back <- solve(chol(own))
  min(apply(array(fit$parameters$variance$sigma, c(dim(own), fit$G)), 3,
            function(s) min(eigen(t(back) %*% s %*% back, symmetric = TRUE, only.values = TRUE)$values)))
}
# Four clusters that overlap, of different sizes and shapes: more rows than the sets that come with R.
set.seed(2)
four <- rep(1:4, c(700, 450, 250, 100))
made <- matrix(rnorm(1500 * 3), 1500)
for (i in 1:4) made[four == i, ] <- sweep(made[four == i, ] %*% root(turned(0.7 * i, i, 0.3)), 2, c(3 * (i %% 2), 2 * i, i - 2), "+")
sets <- list(faithful = datasets::faithful, iris = datasets::iris[, 1:4], made = made)
numbers <- list(faithful = 1:9, iris = 1:9, made = 1:4)
for (name in names(sets)) {
  X <- as.matrix(sets[[name]])
  if (is.null(colnames(X))) colnames(X) <- paste0("x", seq_len(ncol(X)))
  tree <- list(hcPairs = hc(X, modelName = "VVV", use = "SVD"))  # as Mclust does, but once
  keep(apply(X, 2, exact), name, colnames(X))
  own <- cov(X) * (nrow(X) - 1) / nrow(X)
  lines <- NULL
  for (k in numbers[[name]]) for (model in models) {
    fit <- suppressWarnings(Mclust(X, G = k, modelNames = model, control = control, initialization = tree, verbose = FALSE))
    if (is.null(fit)) next
    lines <- rbind(lines, c(model, k, exact(c(fit$bic, fit$loglik, least(fit, own)))))
  }
  keep(lines, paste0("bic-", name))
}
