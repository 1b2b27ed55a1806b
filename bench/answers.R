# Rscript answers.R sets FOLDER: labelled sets of mclust as CSV, labels first.
# Rscript answers.R fit ROWS.csv K: seconds of the processor, weights, means and covariances of mclust's VVV.
# Rscript answers.R bic ROWS.csv MOST: the number of components from 1 to MOST that BIC chooses for VVV.
suppressPackageStartupMessages(library(mclust))
arguments <- commandArgs(trailingOnly = TRUE)
set.seed(0)  # mclust draws a subsample for its start when there are more than 2,000 rows
read_rows <- function() as.matrix(read.csv(arguments[2], header = FALSE))
if (arguments[1] == "sets") {
  for (name in c("thyroid", "cross")) {
    data(list = name, package = "mclust")
    write.csv(get(name), file.path(arguments[2], paste0(name, ".csv")), row.names = FALSE, quote = FALSE)
  }
} else if (arguments[1] == "fit") {
  rows <- read_rows()
  used <- system.time(fit <- Mclust(rows, G = as.integer(arguments[3]), modelNames = "VVV", verbose = FALSE))
  p <- fit$parameters
  cat(format(c(used[["user.self"]], p$pro, p$mean, p$variance$sigma), digits = 17), sep = "\n")
} else {
  bic <- mclustBIC(read_rows(), G = seq_len(as.integer(arguments[3])), modelNames = "VVV", verbose = FALSE)
  cat(which.max(bic[, "VVV"]))
}
