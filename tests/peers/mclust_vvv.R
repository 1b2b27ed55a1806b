# Rscript mclust_vvv.R FOLDER KMAX: mclust's VVV models of four classic data sets for K = 2..KMAX.
# Writes FOLDER/NAME.csv (the rows) and FOLDER/NAME-K.csv (per component: weight, mean, covariance), and prints a
# line "NAME,K,LOGLIK" for each; LOGLIK is NA where mclust gives up.
suppressPackageStartupMessages(library(mclust))
arguments <- commandArgs(trailingOnly = TRUE)
place <- function(name) file.path(arguments[1], paste0(name, ".csv"))
data(diabetes, banknote, package = "mclust")
sets <- list(faithful = datasets::faithful, iris = datasets::iris[, 1:4], diabetes = diabetes[, -1],
             banknote = banknote[, -1])
for (name in names(sets)) {
  write.csv(sets[[name]], place(name), row.names = FALSE)
  for (k in 2:as.integer(arguments[2])) {
    fit <- suppressWarnings(Mclust(sets[[name]], G = k, modelNames = "VVV", verbose = FALSE))
    cat(sprintf("%s,%d,%s\n", name, k, if (is.null(fit)) "NA" else sprintf("%.17g", fit$loglik)))
    if (is.null(fit)) next
    p <- fit$parameters
    components <- sapply(1:k, function(i) sprintf("%.17g", c(p$pro[i], p$mean[, i], p$variance$sigma[, , i])))
    write.table(t(components), place(paste0(name, "-", k)), sep = ",", quote = FALSE, row.names = FALSE,
                col.names = FALSE)
  }
}
