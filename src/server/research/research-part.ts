import type { ParseArgsConfig } from 'node:util';
import type { AnswerContext } from './answers.ts';
import type { Catalogue } from './catalogue.ts';
import type { TableShape } from './columns.ts';
import type { Lines, Writer } from './csv-files.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import type { ExportRequest } from './request.ts';
import type { SpssTable } from './spss-tables.ts';

/** A format of research data beside CSV, written in the same pass over the patients. */
export type ResearchFormat = {
  /** Its name after `--format`. */
  readonly name: string;
  /** Its words in the summary of `export`. */
  readonly summary: string;
  /** Its own options of `export`, and what they do. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  readonly help: string;
  /** Writes the files that grow with the persons. */
  writer(ids: Pseudonyms, context: AnswerContext, request: ExportRequest): Writer;
  /** The titles of these files. */
  readonly titles: Readonly<Record<string, string>>;
  /** Makes the files that do not grow with the persons. */
  files(catalogue: Catalogue, ids: Pseudonyms, request: ExportRequest): readonly TitledLines[];
};

export type TitledLines = Lines & { readonly title: string };

/** The finished CSV files of an export. */
export type FinishedTables = {
  readonly folder: string;
  readonly product: string;
  readonly tables: readonly TableShape[];
  /** The same tables as SPSS knows them. */
  readonly spss: readonly SpssTable[];
};

/** A file beside the CSV files, for the manifest. */
export type WrittenFile = { readonly file: string; readonly rows?: number };

/** Further files, made of the finished CSV files. */
export type TableFiles = {
  write(finished: FinishedTables): Promise<readonly WrittenFile[]>;
  /** Lines of LIESMICH.md: the files or folders, and how programs read them. */
  readonly listed: readonly { readonly file: string; readonly title: string }[];
  readonly programs: readonly string[];
};

/** What an extension brings to the export of research data. */
export type ResearchPart = { readonly researchFormat?: ResearchFormat; readonly tableFiles?: TableFiles };

/** The formats of the extensions. */
export function furtherFormats(extensions: readonly ResearchPart[]): readonly ResearchFormat[] {
  return extensions.flatMap(({ researchFormat }) => researchFormat ?? []);
}
