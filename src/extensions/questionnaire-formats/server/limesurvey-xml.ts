import type { Row } from '../domain/form-columns.ts';
import { LIMESURVEY_COLUMNS } from '../domain/limesurvey-columns.ts';
import { walkXml } from '../../../server/instruments/xml.ts';

// The XML files of LimeSurvey (.lss, .lsg, .lsq) hold its tables: each section has rows of fields. They become the rows of the
// tab-separated file, so that one reader decides what is kept.

type Fields = { readonly line: number; readonly values: ReadonlyMap<string, string> };
type Sections = ReadonlyMap<string, readonly Fields[]>;

const MOST_CELLS = 2_000_000;

export type LimeSurveyRows =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'broken'; readonly line: number; readonly message: string };

export function limeSurveyRows(xml: string): LimeSurveyRows {
  const sections = new Map<string, Fields[]>();
  const path: string[] = [];
  let values = new Map<string, string>();
  const problem = walkXml(xml, {
    open(name, _, line) {
      path.push(name);
      const [, section = ''] = path;
      // A section of another shape has nothing that could be read.
      if (path.length === 3 && name !== 'fields' && name !== 'rows' && section !== 'languages')
        sections.set(section, [{ line, values }]);
    },
    close(name, text, line) {
      path.pop();
      const [, section = '', rows, row] = path;
      if (path.length === 4 && rows === 'rows' && row === 'row') values.set(name, text.trim());
      if (path.length !== 3 || rows !== 'rows' || name !== 'row') return;
      const rowsBefore = sections.get(section) ?? [];
      rowsBefore.push({ line, values });
      sections.set(section, rowsBefore);
      values = new Map();
    },
  });
  if (problem) return { kind: 'broken', ...problem };
  const lines = linesOf(sections);
  const known: readonly string[] = LIMESURVEY_COLUMNS;
  const columns = [...new Set([...known, ...lines.flatMap(({ cells }) => Object.keys(cells))])];
  if (lines.length * columns.length > MOST_CELLS)
    return { kind: 'broken', line: 1, message: `It has more than ${MOST_CELLS} rows and attributes` };
  return {
    kind: 'rows',
    rows: [
      { line: 1, cells: columns },
      ...lines.map(({ line, cells }) => ({ line, cells: columns.map((column) => cells[column] ?? '') })),
    ],
  };
}

type Line = { readonly line: number; readonly cells: Readonly<Record<string, string>> };

/** Sections that are read. Each other one is told as a setting. */
const READ = new Set(
  (
    'answer_l10ns answers conditions group_l10ns groups question_attributes question_l10ns questions subquestions surveys ' +
    'surveys_languagesettings'
  ).split(' '),
);

function linesOf(sections: Sections): readonly Line[] {
  const settings = rowsOf(sections, 'surveys').flatMap((row) => settingLines('S', row, ''));
  const others = [...sections].flatMap(([name, [first]]) =>
    READ.has(name) || !first ? [] : [{ line: first.line, cells: { class: 'S', name: `section ${name}` } }],
  );
  // The survey's own language comes first.
  const texts = ['surveys', 'questions', 'question_l10ns'].flatMap((name) => rowsOf(sections, name));
  const languages = new Set(texts.map((row) => field(row, 'language')).filter(Boolean));
  const all = languages.size > 0 ? [...languages] : [''];
  return [...settings, ...others, ...all.flatMap((language) => linesIn(sections, language))];
}

const rowsOf = (sections: Sections, name: string) => sections.get(name) ?? [];
const field = ({ values }: Fields, name: string) => values.get(name) ?? '';

function settingLines(kind: 'S' | 'SL', { line, values }: Fields, language: string): readonly Line[] {
  return [...values].flatMap(([name, text]) =>
    text === '' || name === 'surveyls_language'
      ? []
      : [{ line, cells: { class: kind, name, text, language } }],
  );
}

function linesIn(sections: Sections, language: string): readonly Line[] {
  const own = (name: string, key: string, texts: string, order: string) =>
    translated(sections, { name, key, texts, language }).toSorted(
      (one, other) => Number(field(one, order)) - Number(field(other, order)),
    );
  const groups = own('groups', 'gid', 'group_l10ns', 'group_order');
  const all = own('questions', 'qid', 'question_l10ns', 'question_order');
  const parts = [...all, ...own('subquestions', 'qid', 'question_l10ns', 'question_order')];
  const answers = own('answers', 'aid', 'answer_l10ns', 'sortorder');
  const partsOf = Map.groupBy(parts, (row) => field(row, 'parent_qid'));
  const answersOf = Map.groupBy(answers, (row) => field(row, 'qid'));
  const isKnown = new Set(groups.map((row) => field(row, 'gid')));
  const byGroup = Map.groupBy(all, (row) => (isKnown.has(field(row, 'gid')) ? field(row, 'gid') : ''));
  const blocksOf = (gid: string) =>
    (byGroup.get(gid) ?? [])
      .filter((row) => ['', '0'].includes(field(row, 'parent_qid')))
      .flatMap((row) => [
        questionLine(row, sections, language),
        ...(partsOf.get(field(row, 'qid')) ?? []).map((part) => partLine(part, language)),
        ...(answersOf.get(field(row, 'qid')) ?? []).map((answer) => answerLine(answer, language)),
      ]);
  return [
    ...rowsOf(sections, 'surveys_languagesettings')
      .filter((row) => field(row, 'surveyls_language') === language)
      .flatMap((row) => settingLines('SL', row, language)),
    ...blocksOf(''),
    ...groups.flatMap((group) => [groupLine(group, language), ...blocksOf(field(group, 'gid'))]),
  ];
}

type Translation = {
  readonly name: string;
  readonly key: string;
  readonly texts: string;
  readonly language: string;
};

/** The rows with their texts in a language: newer files have these in a section of their own, older ones a row for each language. */
function translated(sections: Sections, { name, key, texts, language }: Translation): readonly Fields[] {
  const rows = rowsOf(sections, name);
  const own = rowsOf(sections, texts);
  if (own.length === 0) return rows.filter((row) => ['', language].includes(field(row, 'language')));
  const inLanguage = own.filter((one) => field(one, 'language') === language);
  const textOf = new Map(inLanguage.map((one) => [field(one, key), one.values] as const));
  return rows.map(({ line, values }) => ({
    line,
    values: new Map([...(textOf.get(values.get(key) ?? '') ?? []), ...values]),
  }));
}

const QUESTION_FIELDS = (
  'id qid parent_qid sid gid type title question preg help other mandatory question_order language scale_id relevance ' +
  'script'
).split(' ');

function questionLine(row: Fields, sections: Sections, language: string): Line {
  const qid = field(row, 'qid');
  const attributes = rowsOf(sections, 'question_attributes').filter(
    (one) => field(one, 'qid') === qid && ['', language].includes(field(one, 'language')),
  );
  const relevance = field(row, 'relevance');
  const hasConditions = rowsOf(sections, 'conditions').some((one) => field(one, 'qid') === qid);
  // Newer versions write conditions a second time, as relevance.
  const conditions = !hasConditions ? '' : ['', '1'].includes(relevance) ? 'without relevance' : '0';
  return {
    line: row.line,
    cells: {
      ...Object.fromEntries(attributes.map((one) => [field(one, 'attribute'), field(one, 'value')])),
      ...questionCells(row, language),
      class: 'Q',
      'type/scale': field(row, 'type'),
      mandatory: field(row, 'mandatory'),
      other: field(row, 'other'),
      conditions,
    },
  };
}

const partLine = (row: Fields, language: string): Line => ({
  line: row.line,
  cells: { ...questionCells(row, language), class: 'SQ', 'type/scale': field(row, 'scale_id') },
});

/** The cells of a question or a part of it. Every further field is an attribute. */
const questionCells = (row: Fields, language: string) => ({
  ...Object.fromEntries([...row.values].filter(([name]) => !QUESTION_FIELDS.includes(name))),
  name: field(row, 'title'),
  text: field(row, 'question'),
  help: field(row, 'help'),
  relevance: field(row, 'relevance'),
  validation: field(row, 'preg'),
  script: field(row, 'script'),
  language,
});

const answerLine = (row: Fields, language: string): Line => ({
  line: row.line,
  cells: {
    class: 'A',
    'type/scale': field(row, 'scale_id'),
    name: field(row, 'code'),
    text: field(row, 'answer'),
    relevance: field(row, 'assessment_value'),
    language,
  },
});

const groupLine = (row: Fields, language: string): Line => ({
  line: row.line,
  cells: {
    class: 'G',
    name: field(row, 'group_name'),
    text: field(row, 'description'),
    relevance: field(row, 'grelevance'),
    randomization_group: field(row, 'randomization_group'),
    language,
  },
});
