# Rscript families.R ROWS.csv OUT.csv TIGHT: mclust's grid of 14 families by 1..9 components, and its seconds.
# OUT.csv has a line "MODEL,K,BIC,LEAST" per cell that mclust has; LEAST is the least eigenvalue of any covariance in units of the
# data's own covariance. Prints the processor's seconds of mclustBIC, the chosen model, and the labels that it gives.
suppressPackageStartupMessages(library(mclust))
arguments <- commandArgs(trailingOnly = TRUE)
X <- as.matrix(read.csv(arguments[1], header = FALSE))
control <- if (arguments[3] == "yes") emControl(tol = c(1e-9, 1e-9), itmax = c(10000, 10000)) else emControl()
spent <- system.time(grid <- mclustBIC(X, G = 1:9, control = control, verbose = FALSE))
seconds <- spent[["user.self"]] + spent[["sys.self"]]
own <- cov(X) * (nrow(X) - 1) / nrow(X)
back <- solve(chol(own))
lines <- NULL
for (model in colnames(grid)) for (k in 1:9) {
  if (is.na(grid[k, model])) next
  fit <- summary(grid, X, G = k, modelNames = model)
  sigma <- array(fit$parameters$variance$sigma, c(dim(own), k))
  least <- min(apply(sigma, 3, function(s) min(eigen(t(back) %*% s %*% back, symmetric = TRUE, only.values = TRUE)$values)))
  lines <- rbind(lines, c(model, k, sprintf("%.17g", c(grid[k, model], least))))
}
write.table(lines, arguments[2], sep = ",", quote = FALSE, row.names = FALSE, col.names = FALSE)
best <- summary(grid, X)
cat(seconds, best$modelName, best$G, best$classification, sep = "\n")
