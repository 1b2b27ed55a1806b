# Rscript mclust_classifier.R FOLDER: discriminant analysis by mclust of data sets with known classes.
# FOLDER/NAME.csv: label (from 0) and columns. FOLDER/NAME-MODEL.csv: the posterior of EDDA with this family, one column
# per class. FOLDER/NAME-likelihoods.csv: family and the log density of the rows given their classes. FOLDER/NAME-VVV1.csv:
# the posterior of MclustDA with one VVV component per class. FOLDER/NAME-da.csv: that of MclustDA with its defaults.
suppressPackageStartupMessages(library(mclust))
folder <- commandArgs(trailingOnly = TRUE)[1]
keep <- function(table, name)
  write.table(table, file.path(folder, paste0(name, ".csv")), sep = ",", quote = FALSE, row.names = FALSE, col.names = FALSE)
exact <- function(numbers) apply(as.matrix(numbers), 2, function(x) sprintf("%.17g", x))
data(banknote, thyroid, package = "mclust")
sets <- list(iris = iris[, c(5, 1:4)], banknote = banknote, thyroid = thyroid)
tight <- emControl(tol = c(1e-12, 1e-12), itmax = c(10000, 10000))
for (name in names(sets)) {
  rows <- as.matrix(sets[[name]][, -1])
  class <- as.integer(factor(sets[[name]][, 1]))
  keep(cbind(class - 1, exact(rows)), name)
  likelihoods <- NULL
  for (model in mclust.options("emModelNames")) {
    fit <- mstep(rows, model, unmap(class), control = tight)
    each <- cdens(rows, fit$modelName, fit$parameters, logarithm = TRUE)
    likelihoods <- rbind(likelihoods, c(model, sprintf("%.17g", sum(each[cbind(seq_along(class), class)]))))
    joint <- sweep(each, 2, log(table(class) / length(class)), "+")
    keep(exact(exp(joint - apply(joint, 1, function(x) max(x) + log(sum(exp(x - max(x))))))), paste0(name, "-", model))
  }
  keep(likelihoods, paste0(name, "-likelihoods"))
  one <- MclustDA(rows, class, G = 1, modelNames = "VVV", verbose = FALSE)
  keep(exact(predict(one, rows)$z), paste0(name, "-VVV1"))
  keep(exact(predict(MclustDA(rows, class, verbose = FALSE), rows)$z), paste0(name, "-da"))
}
