# Rscript optima_sets.R FOLDER: the numeric columns of data sets that come with R and its packages, complete rows only, as CSV.
arguments <- commandArgs(trailingOnly = TRUE)
wanted <- list(
  datasets = c("faithful", "quakes", "iris", "attitude", "trees", "swiss", "airquality", "USArrests", "mtcars",
               "LifeCycleSavings", "stackloss", "rock", "pressure"),
  MASS = c("crabs", "geyser", "Boston", "cats"),
  mclust = c("banknote", "diabetes", "thyroid", "wreath", "cross", "chevron", "wdbc", "GvHD.pos", "GvHD.control"),
  cluster = c("ruspini", "xclara"))
own_name <- c(GvHD.pos = "GvHD", GvHD.control = "GvHD")
for (package in names(wanted)) for (name in wanted[[package]]) {
  place <- new.env()
  file <- if (name %in% names(own_name)) own_name[[name]] else name
  data(list = file, package = package, envir = place)
  rows <- as.data.frame(get(name, envir = place))
  rows <- rows[complete.cases(rows), sapply(rows, is.numeric), drop = FALSE]
  rows <- rows[, !(names(rows) %in% c("index", "class", "group", "ID", "Month", "Day")), drop = FALSE]
  write.csv(rows, file.path(arguments[1], paste0(name, ".csv")), row.names = FALSE)
}
