/** A script for base R that computes every score of an export anew from the files of its folder. */
export const rescoreScript = `# Computes every score of scores.csv anew from answers.csv, items.csv and scales.csv. Base R, no packages:
#   source("rescore.R", encoding = "UTF-8", chdir = TRUE)
# The result is the data frame "rescored"; "difference" is the greatest difference from scores.csv.
read <- function(file) read.csv(file, colClasses = "character", na.strings = "", encoding = "UTF-8")
answers <- read("answers.csv"); items <- read("items.csv"); scales <- read("scales.csv"); scores <- read("scores.csv")
parts <- function(text, by = "|") if (is.na(text)) character(0) else strsplit(text, by, fixed = TRUE)[[1]]
number <- function(text) suppressWarnings(as.numeric(text))
session <- split(seq_len(nrow(answers)), answers$session_id); nodes <- seq(-6, 6, length.out = 61)

# Probabilities of the categories 0 to m at each node: graded response or generalised partial credit model.
probabilities <- function(model, slope, thresholds) {
  logits <- sapply(thresholds, function(b) slope * (nodes - b))
  if (model == "GRM") return(cbind(1, plogis(logits)) - cbind(plogis(logits), 0))
  sums <- exp(cbind(0, logits %*% upper.tri(diag(ncol(logits)), TRUE)))
  sums / rowSums(sums)
}

# Expectation of theta after the answers (EAP), as a T-score.
theta_score <- function(scale, values, score) {
  if (length(values) == 0) return(NA)
  prior <- if (is.na(score$prior_mean)) scale else score # an earlier survey takes the place of the general prior
  weights <- dnorm(nodes, number(prior$prior_mean), number(prior$prior_sd)) * c(0.5, rep(1, 59), 0.5)
  for (id in names(values)) {
    item <- items[items$item == id & items$instrument == scale$instrument & items$instrument_version == scale$instrument_version, ]
    thresholds <- number(parts(gsub("[()]", "", item$thresholds)))
    weights <- weights * probabilities(scale$model, number(item$slope), thresholds)[, values[[id]] + 1]
  }
  50 + 10 * (sum(nodes * weights) / sum(weights) - number(scale$norm_mean)) / number(scale$norm_sd)
}

index_score <- function(scale, values, ids) {
  if (length(values) < length(ids)) return(NA)
  pairs <- lapply(parts(scale$decrements), parts, by = ":")
  round(1 - sum(sapply(pairs, function(pair) number(parts(pair[2], "/"))[values[[pair[1]]]])), 3)
}

classical_score <- function(scale, values, ids, asked) {
  missing <- length(asked) - length(values)
  allowed <- switch(scale$missing_rule, complete = missing == 0, max_missing = missing <= number(scale$missing_limit),
    min_valid_fraction = length(values) >= number(scale$missing_limit) * length(asked))
  if (!allowed || length(values) == 0) return(NA)
  low <- number(scale$lowest_value); high <- number(scale$highest_value); reversed <- names(values) %in% parts(scale$reversed_items)
  average <- mean(ifelse(reversed, low + high - values, values)) # values in the direction of the scale
  switch(scale$method, sum = average * length(ids), mean = average, pomp = 100 * (average - low) / (high - low))
}

key <- function(rows) paste(rows$instrument, rows$instrument_version, rows$scale, rows$norm_set)
rescored <- scores[, c("session_id", "instrument", "instrument_version", "scale", "score")]
rescored$again <- vapply(seq_len(nrow(scores)), function(row) {
  scale <- scales[key(scales) == key(scores[row, ]), ]
  ids <- parts(scale$scale_items)
  own <- answers[session[[scores$session_id[row]]], ]
  own <- own[own$item %in% ids & own$instrument == scale$instrument, ]
  hidden <- own[own$value %in% "not_asked", ] # a condition left them out: they count as a value, or are no part of the scale
  counted <- na.omit(setNames(number(hidden$counts_as), hidden$item))
  values <- c(na.omit(setNames(number(own$value), own$item)), counted)
  asked <- setdiff(ids, setdiff(hidden$item, names(counted)))
  as.numeric(switch(scale$method, irt = theta_score(scale, values, scores[row, ]), index = index_score(scale, values, ids),
    value = if (length(values) == 0) NA else values[[1]], classical_score(scale, values, ids, asked)))
}, numeric(1))
stopifnot(identical(is.na(rescored$score), is.na(rescored$again)))
difference <- max(0, abs(number(rescored$score) - rescored$again), na.rm = TRUE)
message("greatest difference from scores.csv: ", signif(difference, 3))
`;
