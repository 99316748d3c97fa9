/** A script for base R that computes every score of an export anew from the files of its folder. */
export const rescoreScript = `# Computes every score of scores.csv anew from answers.csv, items.csv and scales.csv. Base R, no packages:
#   source("rescore.R", encoding = "UTF-8", chdir = TRUE)
# The result is the data frame "rescored"; "difference" is the greatest difference from scores.csv.
read <- function(file) read.csv(file, colClasses = "character", na.strings = "", encoding = "UTF-8")
answers <- read("answers.csv"); items <- read("items.csv"); scales <- read("scales.csv"); scores <- read("scores.csv")
parts <- function(text, by = "|") if (is.na(text)) character(0) else strsplit(text, by, fixed = TRUE)[[1]]
number <- function(text) suppressWarnings(as.numeric(text))
session <- split(seq_len(nrow(answers)), answers$session_id); nodes <- seq(-6, 6, length.out = 61)
# Named numbers of a text like "a:1|b:2"; the item of a scale; the last row of a norm table that a score reaches.
pairs <- function(text) { split <- strsplit(parts(text), ":", fixed = TRUE); setNames(number(sapply(split, "[", 2)), sapply(split, "[", 1)) }
item_of <- function(scale, id) items[items$item == id & items$instrument == scale$instrument & items$instrument_version == scale$instrument_version, ]
from_table <- function(text, score) { table <- pairs(text); tail(c(NA, table[number(names(table)) <= score + 1e-9]), 1)[[1]] }

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
    item <- item_of(scale, id)
    thresholds <- number(parts(gsub("[()]", "", item$thresholds)))
    weights <- weights * probabilities(scale$model, number(item$slope), thresholds)[, values[[id]] + 1]
  }
  50 + 10 * (sum(nodes * weights) / sum(weights) - number(scale$norm_mean)) / number(scale$norm_sd)
}

# The rows of some items in a session.
rows_of <- function(score, scale, ids) {
  own <- answers[session[[score$session_id]], ]
  own[own$item %in% ids & own$instrument == scale$instrument, ]
}

# Items that a condition hid and that count for nothing, or that are not about the person: they are no part of the scale.
left_out <- function(score, scale, ids) {
  own <- rows_of(score, scale, ids); foreign <- own$value %in% "not_applicable" & scale$not_applicable_rule %in% "left_out"
  own$item[foreign | own$value %in% "not_asked" & is.na(number(own$counts_as))]
}

# The values of some items in a session: numbers, the points of the ticked boxes, or what an item without an answer counts as.
values_of <- function(score, scale, ids) {
  own <- rows_of(score, scale, ids)
  values <- vapply(seq_len(nrow(own)), function(at) {
    if (own$value[at] %in% "not_asked") return(number(own$counts_as[at]))
    if (own$value[at] %in% "not_applicable") return(number(scale$not_applicable_rule))
    points <- pairs(item_of(scale, own$item[at])$points)
    if (length(points) == 0) number(own$value[at]) else sum(points[parts(own$value[at])])
  }, numeric(1))
  na.omit(setNames(values, own$item))
}

index_score <- function(scale, values, ids) {
  if (length(values) < length(ids)) return(NA)
  losses <- lapply(parts(scale$decrements), parts, by = ":")
  round(1 - sum(sapply(losses, function(pair) number(parts(pair[2], "/"))[values[[pair[1]]]])), 3)
}

allowed <- function(scale, valid, all) valid > 0 && switch(scale$missing_rule, complete = valid == all,
  max_missing = all - valid <= number(scale$missing_limit), min_valid_fraction = valid >= number(scale$missing_limit) * all)

# Times the factor, then rounded half up.
published <- function(scale, value) {
  value <- value * (if (is.na(scale$factor)) 1 else number(scale$factor)); power <- 10 ^ number(scale$decimals)
  if (is.na(power)) value else floor(value * power + 0.5 + 1e-9) / power
}

classical_score <- function(scale, values, ids, omitted) {
  if (!allowed(scale, length(values), length(ids) - length(omitted))) return(NA)
  given <- pairs(scale$weights); weights <- setNames(ifelse(ids %in% names(given), given[ids], 1), ids)
  keys <- do.call(rbind, lapply(names(values), function(id) item_of(scale, id)))
  ends <- number(keys$lowest_score) + number(keys$highest_score); own <- weights[names(values)]
  total <- sum(own * ifelse(names(values) %in% parts(scale$reversed_items), ends - values, values)) # in the direction of the scale
  average <- total / sum(own); low <- number(scale$lowest_value); high <- number(scale$highest_value)
  published(scale, switch(scale$method, sum = if (scale$prorated %in% "0") total else average * sum(weights), mean = average,
    pomp = 100 * (average - low) / (high - low)))
}

# What is missing is NA: functions take what there is, operations with NA are NA, and so is a division by 0.
some <- function(compute) function(...) { values <- c(...); values <- values[!is.na(values)]; if (length(values) == 0) NA else compute(values) }
language <- list(mean_ = some(mean), sum_ = some(sum), min_ = some(min), max_ = some(max), count_ = function(...) sum(c(...), na.rm = TRUE),
  if_ = function(test, yes, no) if (is.na(test)) NA else if (test) yes else no, "/" = function(a, b) if (b %in% 0) NA else base::"/"(a, b))
words <- c("=" = "==", and = "&", or = "|")

formula_score <- function(score, scale) {
  pattern <- '"[^"]*"|[A-Za-z][A-Za-z0-9._-]*|[0-9.]+|<=|>=|!=|[-+*/<>=(),]'
  tokens <- regmatches(scale$formula, gregexpr(pattern, scale$formula))[[1]]
  calls <- grepl("^[a-z]+$", tokens) & c(tokens[-1], "") == "(" & !tokens %in% names(words)
  named <- grepl('^("|[A-Za-z])', tokens) & !calls & !tokens %in% names(words)
  is_t <- named & c("", "", head(tokens, -2)) == "t" & c(FALSE, FALSE, head(calls, -2))
  known <- list()
  for (at in which(named)) {
    name <- gsub('"', "", tokens[at], fixed = TRUE)
    other <- which(scores$session_id == score$session_id & scores$instrument == score$instrument & scores$scale == name)
    value <- if (length(other) == 1) compute(other)[[if (is_t[at]) "t" else "raw"]] else values_of(score, scale, name)
    known[[paste(is_t[at], name)]] <- if (length(value) == 0) NA else value[[1]]
    tokens[at] <- sprintf("known[[%s]]", deparse(paste(is_t[at], name)))
  }
  omitted <- left_out(score, scale, gsub('"', "", sub("^FALSE ", "", grep("^FALSE ", names(known), value = TRUE))))
  if (!allowed(scale, sum(!is.na(known)), length(known) - length(omitted))) return(NA)
  tokens[calls] <- ifelse(tokens[calls] == "t", "", paste0(tokens[calls], "_"))
  tokens <- ifelse(tokens %in% names(words), words[tokens], tokens)
  published(scale, eval(parse(text = paste(tokens, collapse = " ")), c(language, list(known = known))))
}

key <- function(rows) paste(rows$instrument, rows$instrument_version, rows$scale, rows$norm_set)
compute <- function(row) {
  score <- scores[row, ]; scale <- scales[key(scales) == key(score), ]
  ids <- parts(scale$scale_items); values <- values_of(score, scale, ids)
  if (scale$method == "irt") return(list(raw = NA, t = theta_score(scale, values, score), percentile = NA))
  raw <- as.numeric(switch(scale$method, index = index_score(scale, values, ids), formula = formula_score(score, scale),
    value = if (length(values) == 0) NA else values[[1]], classical_score(scale, values, ids, left_out(score, scale, ids))))
  tables <- strsplit(parts(scale$percentile_tables, ";"), "=", fixed = TRUE)
  table <- Filter(function(one) one[1] %in% score$percentile_table, tables)
  list(raw = raw, t = if (is.na(raw) || is.na(scale$norm_set)) NA else if (!is.na(scale$norm_table)) from_table(scale$norm_table, raw)
    else 50 + 10 * (raw - number(scale$norm_mean)) / number(scale$norm_sd),
    percentile = if (is.na(raw) || length(table) == 0) NA else from_table(table[[1]][2], raw))
}
rescored <- scores[, c("session_id", "instrument", "instrument_version", "scale", "score", "percentile")]
again <- lapply(seq_len(nrow(scores)), compute)
rescored$again <- vapply(again, function(one) as.numeric(if (is.na(one$t)) one$raw else one$t), numeric(1))
rescored$percentile_again <- vapply(again, function(one) as.numeric(one$percentile), numeric(1))
stopifnot(identical(is.na(rescored$score), is.na(rescored$again)), identical(is.na(rescored$percentile), is.na(rescored$percentile_again)))
difference <- max(0, abs(number(rescored$score) - rescored$again), abs(number(rescored$percentile) - rescored$percentile_again), na.rm = TRUE)
message("greatest difference from scores.csv: ", signif(difference, 3))
`;
