# EM rounds of mclust's VVV model (full covariances); arguments and answer as in driver.h.
suppressPackageStartupMessages(library(mclust))

read_npy <- function(path) {
  file <- file(path, "rb")
  on.exit(close(file))
  readBin(file, "raw", 8)
  header <- rawToChar(readBin(file, "raw", readBin(file, "integer", 1, size = 2, endian = "little")))
  shape <- as.integer(regmatches(header, regexec("\\((\\d+), (\\d+)\\)", header))[[1]][2:3])
  matrix(readBin(file, "double", prod(shape)), nrow = shape[1], byrow = TRUE)
}

parameters_of <- function(start, D) {
  K <- nrow(start)
  sigma <- array(t(start[, -(1:(1 + D))]), c(D, D, K))
  list(pro = start[, 1], mean = t(start[, 1 + (1:D)]),
       variance = list(modelName = "VVV", d = D, G = K, sigma = sigma,
                       cholsigma = array(apply(sigma, 3, chol), c(D, D, K))))
}

peak_kilobytes <- function() {
  line <- grep("^VmHWM:", readLines("/proc/self/status"), value = TRUE)
  as.integer(gsub("\\D", "", line))
}

arguments <- commandArgs(trailingOnly = TRUE)
data <- read_npy(arguments[1])
start <- parameters_of(read_npy(arguments[2]), ncol(data))
rounds <- as.integer(arguments[3:4])
least <- c(Inf, Inf)
for (time in seq_len(as.integer(arguments[5]))) {
  for (i in 1:2) {
    begin <- proc.time()[["elapsed"]]
    fit <- em(data = data, modelName = "VVV", parameters = start,
              control = emControl(tol = 0, itmax = rounds[i]), warn = FALSE)
    least[i] <- min(least[i], proc.time()[["elapsed"]] - begin)
  }
}
if (is.na(fit$loglik)) stop("mclust gave up: ", attr(fit, "WARNING"))
done <- abs(attr(fit, "info")[["iterations"]])
cat(sprintf(paste0('{"version": "%s", "seconds": [%.9g, %.9g], "rounds": [%d, %d], "log_likelihood": "%.17g", ',
                   '"peak_kilobytes": %d}\n'),
            packageVersion("mclust"), least[1], least[2], rounds[1], done, fit$loglik / nrow(data), peak_kilobytes()))
