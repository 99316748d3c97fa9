import type { TableShape } from './columns.ts';
import { missingCodes } from './missing-codes.ts';

const classes = { text: 'character', integer: 'integer', decimal: 'numeric', date: 'Date' } as const;

/** A script for base R that reads every file into a data frame, with labels, and factors beside the coded numbers. */
export function rScript(tables: readonly TableShape[]): string {
  return [head, ...tables.map(readTable), ''].join('\n');
}

const head = `# Reads the research data of this folder into data frames. Base R, no packages:
#   source("read.R", encoding = "UTF-8", chdir = TRUE)
# Numbers stay numbers; a coded number "x" has a factor "x.f" beside it. Coded texts become factors.
# Every column has its wording as attribute "label"; empty cells are NA, and so are the codes -99 to -94 of an item "x":
# the factor "x.na" says why the answer is missing.

missing_codes <- ${levelsOf(missingCodes)}

read_table <- function(file, classes, labels, levels, codes = character(0)) {
  data <- read.csv(file, colClasses = classes, na.strings = "", encoding = "UTF-8", check.names = FALSE)
  for (name in names(data)) {
    column <- data[[name]]
    if (is.character(column)) {
      # The apostrophe keeps spreadsheets from running a text; the sign stands for a line break.
      column <- sub("^'(?=\\\\s*[=+@\\\\t\\\\r\\uFF1D\\uFF0B\\uFF0D\\uFF20-])", "", column, perl = TRUE)
      column <- gsub("\\u2424", "\\n", column, fixed = TRUE)
    }
    if (name %in% codes) {
      data[[paste0(name, ".na")]] <- factor(column, levels = missing_codes$values, labels = missing_codes$labels)
      column[column %in% missing_codes$values] <- NA
    }
    coded <- levels[[name]]
    if (!is.null(coded)) {
      as_factor <- factor(column, levels = coded$values, labels = make.unique(coded$labels))
      if (is.character(column)) column <- as_factor
      else {
        attr(as_factor, "label") <- labels[[name]]
        data[[paste0(name, ".f")]] <- as_factor
      }
    }
    attr(column, "label") <- labels[[name]]
    data[[name]] <- column
  }
  data
}
`;

function readTable({ file, columns }: TableShape): string {
  const coded = columns.filter(({ values }) => values.length > 0);
  const codes = columns.flatMap((column) => (column.codes ? [column.name] : []));
  return [
    `${file.replace(/\.csv$/, '')} <- read_table(`,
    `  ${text(file)},`,
    `  classes = c(`,
    listed(columns.map(({ name, form }) => `${name} = "${classes[form]}"`)),
    '  ),',
    '  labels = list(',
    listed(columns.map(({ name, label }) => `${name} = ${text(label)}`)),
    '  ),',
    '  levels = list(',
    listed(coded.map(({ name, values }) => `${name} = ${levelsOf(values)}`)),
    ...(codes.length > 0
      ? ['  ),', '  codes = c(', listed(codes.map((name) => text(name))), '  )']
      : ['  )']),
    ')',
    '',
  ].join('\n');
}

const listed = (entries: readonly string[]) => entries.map((entry) => `    ${entry}`).join(',\n');

function levelsOf(values: TableShape['columns'][number]['values']): string {
  const shown = values.map(({ value }) => (typeof value === 'number' ? String(value) : text(value)));
  const labels = values.map(({ label }) => text(label));
  return `list(values = c(${shown.join(', ')}), labels = c(${labels.join(', ')}))`;
}

/** A quoted text for R. A blank replaces each character that is not printable. */
function text(content: string): string {
  const inside = content
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex -- R ends a script at some of these characters
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
    .replaceAll(/[^ -~]/gu, escaped);
  return `"${inside}"`;
}

// R stops at a letter that the locale does not know, for example under LANG=C.
function escaped(letter: string): string {
  const code = (letter.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}
