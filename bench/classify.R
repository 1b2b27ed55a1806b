# Rscript classify.R sets FOLDER: labelled sets of R as FOLDER/set-NAME.csv, labels first; prints mclust's version.
# Rscript classify.R MclustDA|EDDA ROWS.csv: lines of label, fold and columns; prints seconds and the predicted labels.
suppressPackageStartupMessages(library(mclust))
arguments <- commandArgs(trailingOnly = TRUE)
set.seed(0)
if (arguments[1] == "sets") {
  data(banknote, diabetes, thyroid, package = "mclust")
  data(crabs, package = "MASS")
  data(Glass, package = "mlbench")
  sets <- list(banknote = banknote, diabetes = diabetes, thyroid = thyroid, glass = Glass[, c(10, 1:9)],
               crabs = data.frame(paste(crabs$sp, crabs$sex), crabs[, 4:8]))
  for (name in names(sets)) {
    place <- file.path(arguments[2], paste0("set-", name, ".csv"))
    write.table(sets[[name]], place, sep = ",", quote = FALSE, row.names = FALSE, col.names = FALSE)
  }
  cat(as.character(packageVersion("mclust")))
} else {
  cells <- as.matrix(read.csv(arguments[2], header = FALSE))
  label <- cells[, 1]; fold <- cells[, 2]; rows <- cells[, -(1:2), drop = FALSE]
  found <- rep(NA, nrow(cells))
  used <- system.time(for (f in unique(fold)) {
    fit <- suppressWarnings(try(MclustDA(rows[fold != f, ], label[fold != f], modelType = arguments[1], verbose = FALSE), TRUE))
    said <- try(predict(fit, rows[fold == f, , drop = FALSE])$classification, TRUE)
    if (!inherits(said, "try-error")) found[fold == f] <- as.numeric(as.character(said))
  })
  cat(used[["user.self"]], found)
}
