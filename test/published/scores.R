# The scores of published questionnaires from single answers, written from their manuals in base R. It shares nothing with the product:
# neither its files nor its code. Rscript scores.R answers.csv scores.csv
paths <- commandArgs(trailingOnly = TRUE)
answers <- read.csv(paths[1], colClasses = "character", na.strings = "")

number <- function(text) suppressWarnings(as.numeric(text))
# A sum or a mean where at most so many answers are missing: the mean of the others stands for them.
total <- function(x, missing = 0) if (sum(is.na(x)) > missing || all(is.na(x))) NA else mean(x, na.rm = TRUE) * length(x)
average <- function(x, missing = 0) if (sum(is.na(x)) > missing || all(is.na(x))) NA else mean(x, na.rm = TRUE)
# The number of the band: how many first scores of higher bands are reached.
band <- function(score, ...) if (is.na(score)) NA else sum(score >= c(...) - 1e-9)
score <- function(value, ...) list(score = value, band = if (length(c(...)) == 0) NA else band(value, ...))
reaches <- function(x, least) sum(x >= least)

questionnaires <- list(
  "phq-9" = function(x, p) list(
    total = score(total(x, 2), 5, 10, 15, 20),
    syndrome = score(if (anyNA(x)) NA else as.numeric(reaches(x[1:8], 2) + (x[9] >= 1) >= 5 && any(x[1:2] >= 2)))),
  "gad-7" = function(x, p) list(total = score(total(x), 5, 10, 15)),
  "phq-15" = function(x, p) list(total = score(if (sum(is.na(x)) > 1) NA else sum(x, na.rm = TRUE), 5, 10, 15)),
  "who-5" = function(x, p) list(total = score(4 * total(x), 29, 51)),
  "wsas" = function(x, p) list(total = score(total(x), 10, 21)),
  "dass-21" = function(x, p) list(
    depression = score(2 * total(x[c(3, 5, 10, 13, 16, 17, 21)]), 10, 14, 21, 28),
    anxiety = score(2 * total(x[c(2, 4, 7, 9, 15, 19, 20)]), 8, 10, 15, 20),
    stress = score(2 * total(x[c(1, 6, 8, 11, 12, 14, 18)]), 15, 19, 26, 34)),
  "pcl-5" = function(x, p) list(
    total = score(total(x), 33),
    b = score(total(x[1:5])), c = score(total(x[6:7])), d = score(total(x[8:14])), e = score(total(x[15:20])),
    criteria = score(if (anyNA(x)) NA else as.numeric(
      reaches(x[1:5], 2) >= 1 && reaches(x[6:7], 2) >= 1 && reaches(x[8:14], 2) >= 2 && reaches(x[15:20], 2) >= 2))),
  "pc-ptsd-5" = function(x, p) list(total = score(total(x), 3)),
  "k6" = function(x, p) list(total = score(total(x), 13)),
  "k10" = function(x, p) list(total = score(total(x), 20, 25, 30)),
  "core-10" = function(x, p) { x[c(2, 3)] <- 4 - x[c(2, 3)]; list(total = score(10 * average(x, 1), 11)) },
  "core-om" = function(x, p) {
    positive <- c(3, 4, 7, 12, 19, 21, 31, 32); x[positive] <- 4 - x[positive]
    list(total = score(10 * average(x, 3), 10),
      wellbeing = score(10 * average(x[c(4, 14, 17, 31)])),
      problems = score(10 * average(x[c(2, 5, 8, 11, 13, 15, 18, 20, 23, 27, 28, 30)])),
      functioning = score(10 * average(x[c(1, 3, 7, 10, 12, 19, 21, 25, 26, 29, 32, 33)])),
      risk = score(10 * average(x[c(6, 9, 16, 22, 24, 34)])))
  },
  "ors" = function(x, p) list(total = score(total(x / 10), 25)),
  "srs" = function(x, p) list(total = score(total(x / 10), 36)),
  "ede-q" = function(x, p) {
    part <- function(of) average(x[of], length(of) / 2)
    four <- c(part(1:5), part(c(7, 9, 19, 20, 21)), part(c(6, 8, 10, 11, 23, 26, 27, 28)), part(c(8, 12, 22, 24, 25)))
    list(global = score(average(four, 1)), restraint = score(four[1]), eating = score(four[2]), shape = score(four[3]), weight = score(four[4]))
  },
  # T-scores by made-up tables: 40 + 2 for each point of a part, 36 + 1 of the whole, 2 less for women, 80 at most.
  "bsi-18" = function(x, p) {
    less <- if (p$gender == "FEMALE") 2 else 0
    t_of <- function(raw, start, step) if (is.na(raw)) NA else min(80, start - less + step * raw)
    parts <- sapply(1:3, function(first) t_of(total(x[seq(first, 18, 3)]), 40, 2)); whole <- t_of(total(x), 36, 1)
    list(som = score(parts[1]), dep = score(parts[2]), anx = score(parts[3]), gsi = score(whole),
      case = score(if (anyNA(c(parts, whole))) NA else as.numeric(whole >= 63 || sum(parts >= 63) >= 2)))
  },
  "audit" = function(x, p) list(total = score(total(x), if (p$gender == "FEMALE" || p$age > 65) 7 else 8, 16, 20)),
  "isr" = function(x, p) {
    parts <- list(1:4, 5:8, 9:11, 12:14, 15:17, 18:29); means <- sapply(parts, function(of) average(x[of]))
    list(depression = score(means[1]), anxiety = score(means[2]), compulsion = score(means[3]), somatoform = score(means[4]),
      eating = score(means[5]), further = score(means[6]), total = score((sum(means[1:5]) + 2 * means[6]) / 7))
  },
  "hscl-11" = function(x, p) list(total = score(average(x))),
  "oasis" = function(x, p) list(total = score(total(x), 8)),
  "scl-k-9" = function(x, p) list(total = score(average(x))),
  "wai-sr" = function(x, p) list(total = score(average(x)), goal = score(average(x[c(4, 6, 8, 11)])),
    task = score(average(x[c(1, 2, 10, 12)])), bond = score(average(x[c(3, 5, 7, 9)]))),
  "ces-d" = function(x, p) { x[c(4, 8, 12, 16)] <- 3 - x[c(4, 8, 12, 16)]; list(total = score(total(x), 16)) },
  "epds" = function(x, p) list(total = score(total(x), 10, 13)),
  "hads" = function(x, p) list(anxiety = score(total(x[seq(1, 13, 2)]), 8, 11), depression = score(total(x[seq(2, 14, 2)]), 8, 11)),
  "whodas-12" = function(x, p) list(total = score(total(x)), percent = score(100 * total(x) / 48), mobility = score(total(x[c(1, 7)]))),
  "ftnd" = function(x, p) list(total = score(total(x), 3, 5, 6, 8)),
  # The sixth box says that none of the five fits.
  "scoff" = function(x, p) list(total = score(if (is.na(x)) NA else sum(strsplit(x, "|", fixed = TRUE)[[1]] != "5"), 2))
)

rows <- lapply(split(answers, paste(answers$instrument, answers$person)), function(own) {
  first <- own[1, ]
  if (first$instrument == "scoff") x <- own$value else {
    x <- number(own$value)[order(number(sub(".*-", "", own$item)))]
  }
  results <- questionnaires[[first$instrument]](x, list(gender = first$gender, age = number(first$age)))
  data.frame(instrument = first$instrument, person = first$person, scale = names(results),
    score = sapply(results, function(one) format(as.numeric(one$score), digits = 17)),
    band = sapply(results, function(one) as.character(one$band)))
})
write.csv(do.call(rbind, rows), paths[2], row.names = FALSE, na = "", quote = FALSE)
