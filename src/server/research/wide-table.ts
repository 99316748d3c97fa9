import { reasonIn } from '../../domain/answer-types.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';
import type { Instrument, Scale } from '../../domain/instrument.ts';
import {
  bandValues,
  mergeValues,
  type CodedValue,
  type ItemColumns,
  type ItemVariable,
} from '../../domain/research-variables.ts';
import { WINDOW_TYPES, type WindowType } from '../../domain/window-types.ts';
import {
  measurementText,
  researchMissingCodes,
  researchMissingText,
  researchRuleText,
  researchTableText,
  researchValueText,
} from '../../text/research-export.ts';
import { isShown, type AnswerContext, type ExportedAnswer } from './answers.ts';
import type { Catalogue } from './catalogue.ts';
import type { Column, Table } from './columns.ts';
import { isCoded, missingCodes, missingReasons, type ReasonOf } from './missing-codes.ts';
import type { ReadSession } from './read-person.ts';
import type { SessionRecord } from './records.ts';
import { scoreValue, sessionColumns, type ScoreRecord } from './session-tables.ts';

/** All data of one session. */
export type WideRow = {
  readonly record: SessionRecord;
  readonly answers: ReadonlyMap<ItemColumns, ExportedAnswer>;
  readonly scores: readonly ScoreRecord[];
  readonly reasonOf: ReasonOf;
};

export function wideRow(session: ReadSession): WideRow {
  const { record, answers, scores } = session;
  const byColumns = new Map(answers.map((answer) => [answer.asked.columns, answer]));
  return { record, answers: byColumns, scores, reasonOf: missingReasons(session) };
}

/** One file for each kind of measurement point that has a survey session. */
export function wideTables(
  context: Pick<AnswerContext, 'catalogue' | 'freeText'>,
): Map<WindowType, Table<WideRow>> {
  const { catalogue } = context;
  // The names are chosen once, so that a scale has the same name in every file.
  const scales = scaleColumns(catalogue);
  const versions = versionColumns(catalogue);
  const base = sessionColumns.map((one) => ({ ...one, read: ({ record }: WideRow) => one.read(record) }));
  const types = WINDOW_TYPES.filter((type) => catalogue.asked.has(type));
  return new Map(
    types.map((type) => {
      const asked = catalogue.asked.get(type) ?? new Set();
      const own = [...scales, ...versions].filter(({ instrument }) => asked.has(instrument));
      const items = catalogue.instruments.filter(({ id }) => asked.has(id));
      const columns = [...base, ...answerColumns(items, context), ...own.map(({ column }) => column)];
      const file = `wide_${type.toLowerCase()}.csv`;
      return [type, { file, title: researchTableText.wide(measurementText[type]), columns }];
    }),
  );
}

function answerColumns(
  instruments: readonly Instrument[],
  context: Pick<AnswerContext, 'catalogue' | 'freeText'>,
): Column<WideRow>[] {
  const found = new Map<ItemColumns, { instrument: Instrument; versions: string[] }>();
  for (const instrument of instruments) {
    for (const { id } of instrumentItems(instrument)) {
      const columns = context.catalogue.columns(instrument, id);
      if (!columns || !isShown({ columns }, context)) continue;
      const known = found.get(columns) ?? { instrument, versions: [] };
      found.set(columns, { instrument, versions: [...known.versions, instrument.version] });
    }
  }
  return [...found].flatMap(([columns, { instrument, versions }]) =>
    columns.variables.map((variable) => answerColumn(columns, variable, instrument, versions)),
  );
}

function answerColumn(
  columns: ItemColumns,
  variable: ItemVariable,
  instrument: Instrument,
  versions: readonly string[],
): Column<WideRow> {
  const { name, label, form, values } = variable;
  const coded = isCoded(variable);
  const whyMissing = ({ reasonOf }: WideRow) => {
    const reason = reasonOf(instrument, columns);
    if (!coded || (form === 'text' && reason === 'left_empty')) return null;
    // SPSS takes at most three missing words.
    const hasWord = reason !== 'not_asked' && reason !== 'not_applicable';
    return researchMissingCodes[form === 'text' && !hasWord ? 'by_design' : reason].value;
  };
  return {
    name,
    label: marked(label, instrument),
    form,
    values,
    ...(coded && { codes: missingCodes }),
    missing: coded ? researchMissingText.coded : researchMissingText.item,
    origin: { instrument: instrument.id, versions, item: columns.item.id },
    read: (row) => {
      const value = row.answers.get(columns)?.value ?? null;
      if (value === null || reasonIn(columns.item, value)) return whyMissing(row);
      // The cast only drops `readonly`.
      return variable.read({ value: value as string | number | (string | number)[] });
    },
  };
}

/** The label of an invented instrument says that its value is no measurement. */
function marked(label: string, { status }: Pick<Instrument, 'status'>): string {
  return status === 'demonstration' ? `[${researchValueText.demonstration}] ${label}` : label;
}

type OfInstrument = { readonly instrument: string; readonly column: Column<WideRow> };

/** One column per instrument with its version in the session. */
function versionColumns({ instruments, nameOf }: Catalogue): OfInstrument[] {
  const latest = new Map(instruments.map((instrument) => [instrument.id, instrument]));
  return [...latest.values()].map(({ id, title }) => ({
    instrument: id,
    column: {
      name: nameOf(`version_${id}`),
      label: researchValueText.versionOf(title),
      form: 'text',
      values: [],
      missing: researchMissingText.item,
      read: ({ record }) => record.session.instruments.find((one) => one.id === id)?.version,
    },
  }));
}

type KnownScale = { instrument: Instrument; scale: Scale; versions: string[]; bands: readonly CodedValue[] };

function scaleColumns({ instruments, nameOf }: Catalogue): OfInstrument[] {
  const known = new Map<string, KnownScale>();
  for (const instrument of instruments) {
    for (const scale of instrument.scales) {
      const key = `${instrument.id}|${scale.key}`;
      const before = known.get(key);
      const versions = [...(before?.versions ?? []), instrument.version];
      // The newest version gives the texts.
      known.set(key, {
        instrument,
        scale,
        versions,
        bands: mergeValues(bandValues(scale), before?.bands ?? []),
      });
    }
  }
  return [...known.values()].flatMap((one) =>
    columnsOfScale(one, nameOf).map((column) => ({ instrument: one.instrument.id, column })),
  );
}

function columnsOfScale({ instrument, scale, versions, bands }: KnownScale, nameOf: Catalogue['nameOf']) {
  const name = nameOf(`s_${scale.key}`);
  const origin = { instrument: instrument.id, versions, item: scale.key };
  const scoreOf = ({ scores }: WideRow) =>
    scores.find(({ score }) => score.instrument_id === instrument.id && score.scale === scale.key);
  const missing = researchMissingText.score(scaleRule(scale));
  const shared = { form: 'decimal', values: [], missing, origin } as const;
  const { scoreOf: scoreLabel, errorOf, lowerOf, upperOf, bandOf } = researchValueText;
  const title = marked(scale.title, instrument);
  const score: Column<WideRow> = {
    ...shared,
    name,
    label: scoreLabel(title),
    read: (row) => valueOf(scoreOf(row)),
  };
  const error: Column<WideRow> = {
    ...shared,
    name: nameOf(`${name}_se`),
    label: errorOf(title),
    read: (row) => scoreOf(row)?.words.error,
  };
  const bounds = (['lower', 'upper'] as const).map((bound): Column<WideRow> => ({
    ...shared,
    name: nameOf(`${name}_${bound}`),
    label: (bound === 'lower' ? lowerOf : upperOf)(title),
    read: (row) => scoreOf(row)?.score.interval?.[bound],
  }));
  const band: Column<WideRow> = {
    ...shared,
    name: nameOf(`${name}_band`),
    label: bandOf(title),
    form: 'text',
    values: bands,
    read: (row) => scoreOf(row)?.score.band,
  };
  const hasInterval = scale.method === 'irt' || scale.reliable_change !== undefined;
  return [
    score,
    ...(scale.method === 'irt' ? [error] : []),
    ...(hasInterval ? bounds : []),
    ...(bands.length > 0 ? [band] : []),
  ];
}

const valueOf = (found: ScoreRecord | undefined) => (found ? scoreValue(found.score) : null);

function scaleRule(scale: Scale): string {
  const { complete, max_missing, min_valid_fraction, irt } = researchRuleText;
  if (scale.method === 'irt') return irt;
  if (!('missing' in scale)) return complete;
  const { missing } = scale;
  if (missing.type === 'max_missing') return max_missing(missing.value);
  return missing.type === 'min_valid_fraction' ? min_valid_fraction(missing.value) : complete;
}
