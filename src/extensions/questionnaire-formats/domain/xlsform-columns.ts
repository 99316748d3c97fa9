import type { Row } from './form-columns.ts';

// The columns of an XLSForm (xlsform.org). Labels and hints may stand in several languages: "label::Deutsch (de)".

const SURVEY = {
  type: ['type'],
  name: ['name', 'value'],
  label: ['label'],
  hint: ['hint'],
  relevant: ['relevant', 'relevance', 'bind::relevant'],
  required: ['required', 'bind::required'],
  constraint: ['constraint', 'bind::constraint'],
  appearance: ['appearance', 'control::appearance', 'body::appearance'],
  filter: ['choice_filter'],
  parameters: ['parameters'],
  readonly: ['read_only', 'readonly', 'bind::readonly'],
  disabled: ['disabled'],
} as const satisfies Record<string, readonly string[]>;

const CHOICES = { list: ['list_name', 'list name'], code: ['name', 'value'], label: ['label'] } as const;

const SETTINGS = {
  title: ['form_title', 'title'],
  id: ['form_id', 'id_string'],
  language: ['default_language'],
} as const;

export const SHEETS = { survey: SURVEY, choices: CHOICES, settings: SETTINGS } as const;
export type SheetName = keyof typeof SHEETS;
export type SheetColumn<Name extends SheetName> = keyof (typeof SHEETS)[Name] & string;

const TRANSLATED = /^(label|hint)\s*::?\s*(\S.*)$/;
const isGerman = (language: string) => /^(?:de|deutsch|german)\b|\(de\b/.test(language);

const headingsOf = (rows: readonly Row[]) => (rows[0]?.cells ?? []).map((cell) => cell.trim().toLowerCase());

/** German, or else the texts without a language, the form's own language, the first one. */
export function languageOf(survey: readonly Row[], own: string): string | undefined {
  const headings = headingsOf(survey);
  const languages = headings.flatMap((heading) => TRANSLATED.exec(heading)?.[2] ?? []);
  const german = languages.find(isGerman);
  if (german !== undefined || headings.includes('label')) return german;
  return languages.find((one) => one === own.toLowerCase()) ?? languages[0];
}

/** What each heading of a sheet means. Texts of other languages mean nothing, so they are listed as columns that are not kept. */
export function columnsOf<Name extends SheetName>(
  sheet: Name,
  rows: readonly Row[],
  language: string | undefined,
): ReadonlyMap<string, SheetColumn<Name>> {
  // Object.entries loses the keys of a const table. The cast is true because the table is their source.
  const entries = Object.entries(SHEETS[sheet]) as [SheetColumn<Name>, readonly string[]][];
  const own = new Map(
    headingsOf(rows).flatMap((heading) => {
      const [, base, of] = TRANSLATED.exec(heading) ?? [];
      return base !== undefined && of === language ? [[base, heading] as const] : [];
    }),
  );
  return new Map(
    entries.flatMap(([column, words]) =>
      [own.get(column)].flatMap((heading) => heading ?? words).map((heading) => [heading, column] as const),
    ),
  );
}
