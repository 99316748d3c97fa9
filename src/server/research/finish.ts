import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { researchFileText } from '../../text/research-export.ts';
import { researchReadme } from '../../text/research-readme.ts';
import { configuredFor, type Services } from '../services.ts';
import type { Catalogue } from './catalogue.ts';
import { codebookCsv, codebookHtml, type ListedInstrument } from './codebook.ts';
import type { Table, TableShape } from './columns.ts';
import { headOf, lines } from './csv-files.ts';
import { itemRows, itemTable, scaleRows, scaleTable } from './instrument-tables.ts';
import { replaceFile, type ClinicCounts, type State } from './output.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { rScript } from './r-script.ts';
import type { ExportRequest } from './request.ts';
import type { ResearchFormat, TableFiles, TitledLines, WrittenFile } from './research-part.ts';
import { measureTable, type SpssTable } from './spss-tables.ts';
import { spssScript } from './spss-script.ts';

export type Finished = {
  readonly folder: string;
  readonly services: Services;
  readonly request: ExportRequest;
  readonly ids: Pseudonyms;
  readonly catalogue: Catalogue;
  /** The CSV files. Null: not asked for */
  readonly tables: readonly TableShape[] | null;
  /** The formats beside CSV */
  readonly formats: readonly ResearchFormat[];
  /** Those who make further files of the CSV files */
  readonly makers: readonly TableFiles[];
  readonly state: State;
};

type TextFile = {
  readonly file: string;
  readonly title: string;
  readonly text: string;
  readonly rows?: number;
};

/** Writes the files that explain the data, then the manifest of all files with their hashes. */
export async function writeExplanations(finished: Finished): Promise<void> {
  const { folder, state, tables, formats } = finished;
  const instrumentFiles = instrumentTables(finished);
  for (const { file, text } of instrumentFiles) replaceFile(join(folder, file), text);
  const spss = await spssTables(finished);
  const further = await furtherFiles(finished, spss);
  const explanations = [...csvExplanations(finished, spss), ...formatFiles(finished)];
  for (const { file, text } of explanations) replaceFile(join(folder, file), text);
  const titles = new Map<string, string>([
    ...formats.flatMap(({ titles }) => Object.entries(titles)),
    ...(tables ?? []).map(({ file, title }) => [file, title] as const),
  ]);
  const dataFiles = Object.entries(state.files).map(([file, { rows }]) => {
    return { file, title: titles.get(file) ?? file, rows };
  });
  const described = [...dataFiles, ...instrumentFiles, ...explanations];
  const files: readonly WrittenFile[] = [...described, ...further];
  const readme = { file: 'LIESMICH.md', title: '', text: readmeOf(finished, described) };
  replaceFile(join(folder, readme.file), readme.text);
  const entries = [];
  for (const one of [...files, { file: readme.file }])
    entries.push(await entryOf(folder, one.file, one.rows));
  replaceFile(join(folder, 'manifest.json'), `${JSON.stringify({ format: 1, files: entries }, null, 2)}\n`);
}

/** The CSV files with the keys of the instruments. */
function instrumentTables({ tables, catalogue }: Finished): readonly TextFile[] {
  if (!tables) return [];
  return [tableFile(itemTable, itemRows(catalogue)), tableFile(scaleTable, scaleRows(catalogue))];
}

const allTables = ({ tables }: Finished): readonly TableShape[] =>
  tables ? [...tables, itemTable, scaleTable] : [];

async function spssTables(finished: Finished): Promise<readonly SpssTable[]> {
  const measured = [];
  for (const table of allTables(finished)) measured.push(await measureTable(finished.folder, table));
  return measured;
}

function csvExplanations(finished: Finished, spss: readonly SpssTable[]): readonly TextFile[] {
  const { tables, catalogue } = finished;
  if (!tables) return [];
  const instruments = listInstruments(catalogue);
  const all = allTables(finished);
  return [
    { file: 'codebook.csv', title: researchFileText.codebookCsv, text: codebookCsv(all, instruments) },
    { file: 'codebook.html', title: researchFileText.codebookHtml, text: codebookHtml(all, instruments) },
    { file: 'read.R', title: researchFileText.r, text: rScript(all) },
    { file: 'read.sps', title: researchFileText.spss, text: spssScript(spss) },
  ];
}

async function furtherFiles(finished: Finished, spss: readonly SpssTable[]): Promise<readonly WrittenFile[]> {
  const { folder, services, makers } = finished;
  const product = services.config.public.product_name;
  const written = [];
  for (const maker of makers)
    written.push(...(await maker.write({ folder, product, tables: allTables(finished), spss })));
  return written;
}

function tableFile<Row>(table: Table<Row>, rows: readonly Row[]): TextFile {
  const { file, title } = table;
  return { file, title, text: headOf(table) + lines(table, rows).text, rows: rows.length };
}

function formatFiles({ formats, request, catalogue, ids }: Finished): readonly TitledLines[] {
  return formats.flatMap(({ files }) => files(catalogue, ids, request));
}

function listInstruments({ instruments, inForce }: Catalogue): readonly ListedInstrument[] {
  return instruments.map((one) => {
    const { id, version, title, status } = one;
    return { id, version, title, status, inForce: inForce.has(one) };
  });
}

function readmeOf(
  { services, request, state, catalogue, tables, makers }: Finished,
  files: readonly { readonly file: string; readonly title: string }[],
): string {
  const sum = (name: keyof ClinicCounts) => state.counts.reduce((total, counts) => total + counts[name], 0);
  return researchReadme({
    ...request,
    hasTables: tables !== null,
    product: services.config.public.product_name,
    consent: request.clinics.some(({ id }) => configuredFor(services, id).registry.protocol.consent === 'on')
      ? 'asked'
      : 'not_asked',
    withdrawn: sum('withdrawn'),
    withoutConsent: sum('without_consent'),
    demonstrations: demonstrationsOf(catalogue),
    files: [...files.map(({ file, title }) => ({ file, title })), ...makers.flatMap(({ listed }) => listed)],
    programs: makers.flatMap(({ programs }) => programs),
  });
}

function demonstrationsOf({ instruments }: Catalogue): readonly string[] {
  const invented = instruments.filter(({ status }) => status === 'demonstration');
  return [...new Set(invented.map(({ id, title }) => `${title} (${id})`))];
}

async function entryOf(folder: string, file: string, rows: number | undefined) {
  const path = join(folder, file);
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer);
  const { size } = await stat(path);
  return { file, bytes: size, ...(rows === undefined ? {} : { rows }), sha256: sum.digest('hex') };
}
