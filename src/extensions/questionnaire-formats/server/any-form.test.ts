import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  array,
  assert as always,
  constantFrom,
  nat,
  property,
  record,
  stringMatching,
  uniqueArray,
} from 'fast-check';
import { parseInstrument } from '../../../domain/instrument.ts';
import { draft } from '../test/drafts.ts';

// Whatever stands in a form is in the instrument, is listed by name, or is refused by name.

const word = stringMatching(/^x[a-z]{8}$/);
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Everything that is said of a form: its instrument, what is not kept, and its mistakes. */
function told(text: string): { readonly kind: string; readonly words: string } {
  const made = draft(text);
  if (made.kind === 'mistakes')
    return {
      kind: 'refused',
      words: made.mistakes.map(({ place, message }) => `${place} ${message}`).join('\n'),
    };
  return { kind: 'drafted', words: JSON.stringify(made.instrument) + JSON.stringify(made.notKept) };
}

/** Runs the property and demands that both outcomes occurred. */
function bothOccur(run: (outcomes: Map<string, number>) => void): void {
  const outcomes = new Map<string, number>();
  run(outcomes);
  for (const kind of ['refused', 'drafted'])
    assert.ok((outcomes.get(kind) ?? 0) > 10, JSON.stringify([...outcomes]));
}

function assertTold(text: string, words: readonly string[], outcomes: Map<string, number>): void {
  const said = told(text);
  outcomes.set(said.kind, (outcomes.get(said.kind) ?? 0) + 1);
  for (const one of words) assert.ok(said.words.includes(one), `${one} in\n${text}\n${said.words}`);
}

const tableRow = record({
  content: word,
  answers: constantFrom('nie=0|oft=1', '0=nie|1=oft|2=immer', 'Text', 'Datum', 'Zahl', 'nie|oft', ''),
  scale: constantFrom('', 'A', 'A|B'),
  extra: constantFrom('', 'y'),
});

test('every column and every row of a table is drafted, listed or refused', () => {
  bothOccur((outcomes) =>
    always(
      property(
        array(tableRow, { minLength: 1, maxLength: 4 }),
        uniqueArray(word, { minLength: 1, maxLength: 3 }),
        (rows, strange) => {
          const header = ['Frage', 'Antworten', 'Skala', ...strange];
          const cells = rows.map(({ content, answers, scale, extra }) => [
            content,
            answers,
            scale,
            ...strange.map(() => extra),
          ]);
          const text = [header, ...cells].map((row) => row.map(quote).join(';')).join('\n');
          const broken = rows.flatMap(({ answers, content }) => (answers === 'nie|oft' ? [content] : []));
          const said = told(text);
          const expected = said.kind === 'drafted' ? [...rows.map(({ content }) => content), ...strange] : [];
          assert.equal(broken.length > 0 && said.kind === 'drafted', false);
          assertTold(text, expected, outcomes);
        },
      ),
      { numRuns: 200 },
    ),
  );
});

const KNOWN_TYPES = [
  'radio',
  'dropdown',
  'checkbox',
  'yesno',
  'truefalse',
  'slider',
  'text',
  'notes',
  'descriptive',
];

test('every field type and column of a data dictionary is drafted, listed or refused', () => {
  const field = record({
    type: constantFrom(...KNOWN_TYPES),
    strange: word,
    isStrange: nat({ max: 9 }),
    tag: word,
  });
  bothOccur((outcomes) =>
    always(
      property(array(field, { minLength: 1, maxLength: 4 }), word, (fields, column) => {
        const header = [
          'field_name',
          'form_name',
          'field_type',
          'field_label',
          'select_choices_or_calculations',
          'field_annotation',
          column,
        ];
        const rows = fields.map(({ type, strange, isStrange, tag }, index) => [
          `q${index}`,
          'week',
          isStrange === 0 ? strange : type,
          `Frage ${index}?`,
          /radio|dropdown|checkbox/.test(type) ? '0, nie | 1, oft' : '',
          `@${tag.toUpperCase()}`,
          'z',
        ]);
        const text = [header, ...rows].map((row) => row.map(quote).join(',')).join('\n');
        const refused = fields
          .filter(({ isStrange }) => isStrange === 0)
          .map(({ strange }) => `"${strange}"`);
        const kept = fields.flatMap(({ tag }, index) => [`Frage ${index}?`, `@${tag.toUpperCase()}`]);
        const isEmpty = fields.every(({ type }) => type === 'descriptive');
        assertTold(text, refused.length > 0 ? refused : isEmpty ? [] : [...kept, column], outcomes);
      }),
      { numRuns: 200 },
    ),
  );
});

test('every property of a form of SurveyJS is drafted, listed or refused', () => {
  const elements = [
    {
      type: 'radiogroup',
      name: 'a',
      title: 'Frage a?',
      choices: [
        { value: 1, text: 'nie' },
        { value: 2, text: 'oft' },
      ],
    },
    { type: 'matrix', name: 'b', title: 'Frage b?', columns: [1, 2], rows: [{ value: 'r', text: 'Zeile' }] },
    { type: 'panel', name: 'p', elements: [{ type: 'comment', name: 'c', title: 'Frage c?' }] },
  ];
  /** Every object of the form. */
  const partsOf = (value: unknown): readonly Record<string, unknown>[] => {
    if (Array.isArray(value)) return value.flatMap(partsOf);
    if (typeof value !== 'object' || value === null) return [];
    const part = value as Record<string, unknown>;
    return [part, ...Object.values(part).flatMap(partsOf)];
  };
  const strange = record({ at: nat(), name: word, looks: constantFrom('width', 'indent', undefined) });
  bothOccur((outcomes) =>
    always(
      property(array(strange, { minLength: 1, maxLength: 3 }), (added) => {
        const form = structuredClone({ title: 'Woche', pages: [{ name: 'p1', elements }] });
        const parts = partsOf(form);
        for (const { at, name, looks } of added) parts[at % parts.length]![looks ?? name] = 'strange';
        const all = added.map(({ name, looks }) => looks ?? name);
        const known = added.every(({ looks }) => looks !== undefined);
        const refused = all.filter((name) => name.startsWith('x'));
        const said = told(JSON.stringify(form));
        if (said.kind === 'drafted')
          assert.ok(known && all.every((name) => said.words.includes(name)), said.words);
        assertTold(JSON.stringify(form), said.kind === 'refused' && !known ? refused : [], outcomes);
      }),
      { numRuns: 200 },
    ),
  );
});

test('every attribute, class and type of a form of LimeSurvey is drafted, listed or refused', () => {
  const attribute = record({ name: word, value: constantFrom('0', '', 'N', '1', 'x') });
  const kind = constantFrom('T', 'Y', '5', 'D', 'S', 'N', 'R', ';');
  bothOccur((outcomes) =>
    always(
      property(
        uniqueArray(attribute, { minLength: 1, maxLength: 2, selector: ({ name }) => name }),
        array(kind, { minLength: 1, maxLength: 3 }),
        (attributes, kinds) => {
          const header = [
            'class',
            'type/scale',
            'name',
            'text',
            'language',
            ...attributes.map(({ name }) => name),
          ];
          const values = attributes.map(({ value }) => value);
          const rows = kinds.map((type, index) => [
            'Q',
            type,
            `Q${index}`,
            `Frage ${index}?`,
            'de',
            ...values,
          ]);
          const text = [header, ...rows].map((row) => row.join('\t')).join('\n');
          const changing = attributes.filter(({ value }) => value === '1' || value === 'x');
          const foreign = kinds.filter((type) => type === 'R' || type === ';');
          const refused = [...changing.map(({ name }) => `"${name}"`), ...foreign.map((type) => `"${type}"`)];
          const listed = attributes
            .filter(({ value }) => value !== '')
            .map(({ name }) => `attribute ${name}`);
          const kept = kinds.map((_, index) => `Frage ${index}?`);
          assertTold(text, refused.length > 0 ? refused : [...kept, ...listed], outcomes);
        },
      ),
      { numRuns: 200 },
    ),
  );
});

test('no draft passes the check before a person has decided', () => {
  const texts = [
    'Frage;Antworten\nWach?;nie=0|oft=1',
    'field_name,form_name,field_type,field_label\na,week,yesno,Wach?',
    JSON.stringify({ title: 'Woche', pages: [{ elements: [{ type: 'boolean', name: 'a' }] }] }),
    'class\ttype/scale\tname\ttext\nQ\tY\tQ1\tWach?',
  ];
  for (const text of texts) {
    const made = draft(text);
    assert.ok(made.kind === 'draft', JSON.stringify(made));
    const parsed = parseInstrument(JSON.stringify(made.instrument));
    assert.ok(parsed.kind === 'mistakes');
    assert.ok(parsed.mistakes.length >= 5);
    assert.ok(
      parsed.mistakes.every(({ message }) => message.startsWith('Nobody has decided this value yet')),
    );
  }
});
