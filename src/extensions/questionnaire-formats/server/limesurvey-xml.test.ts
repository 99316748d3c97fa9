import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, drafted, instrumentOf, itemsOf, lost, mistakes } from '../test/drafts.ts';

type Fields = Readonly<Record<string, string>>;

const field = ([name, value]: [string, string]) => `<${name}><![CDATA[${value}]]></${name}>`;

/** An XML file of LimeSurvey with one row on a line. */
function xml(sections: Readonly<Record<string, readonly Fields[]>>, type = 'Survey'): string {
  const row = (fields: Fields) => `<row>${Object.entries(fields).map(field).join('')}</row>`;
  const section = ([name, rows]: [string, readonly Fields[]]) =>
    `<${name}><fields><fieldname>sid</fieldname></fields><rows>\n${rows.map(row).join('\n')}\n</rows></${name}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<document><LimeSurveyDocType>${type}</LimeSurveyDocType><DBVersion>400</DBVersion>`,
    ...Object.entries(sections).map(section),
    '</document>',
  ].join('\n');
}

const usual = {
  parent_qid: '0',
  sid: '7',
  other: 'N',
  mandatory: 'N',
  scale_id: '0',
  same_default: '0',
  relevance: '1',
  modulename: '',
  encrypted: 'N',
};
const question = (qid: string, type: string, gid = '1', more: Fields = {}): Fields => ({
  ...usual,
  qid,
  gid,
  type,
  title: `Q${qid}`,
  question_order: qid,
  ...more,
});
const part = (qid: string, of: string, more: Fields = {}) =>
  question(qid, 'T', '1', { parent_qid: of, title: `S${qid}`, ...more });
const text = (qid: string, content: string, language = 'de'): Fields => ({
  id: `${qid}${language}`,
  qid,
  question: content,
  help: '',
  script: '',
  language,
});
const answer = (aid: string, qid: string, code: string): Fields => ({
  aid,
  qid,
  code,
  sortorder: code,
  assessment_value: '0',
  scale_id: '0',
});
const words = (aid: string, content: string, language = 'de'): Fields => ({
  id: aid,
  aid,
  answer: content,
  language,
});

/** A form as LimeSurvey since version 4 writes it, with rows in no order. */
const survey = {
  answers: [answer('1', '2', '1'), answer('2', '2', '0'), answer('3', '3', '0'), answer('4', '3', '1')],
  answer_l10ns: [
    words('1', 'oft'),
    words('2', 'nie'),
    words('3', 'nie'),
    words('4', 'oft'),
    words('1', 'often', 'en'),
  ],
  groups: [
    { gid: '2', group_order: '2', grelevance: "Q2.NAOK == '1'", randomization_group: '' },
    { gid: '1', group_order: '1', grelevance: '', randomization_group: '' },
  ],
  group_l10ns: [
    { id: '1', gid: '1', group_name: 'Schlaf', description: '<p>In der Woche.</p>', language: 'de' },
    { id: '2', gid: '2', group_name: 'Tag', description: '', language: 'de' },
  ],
  questions: [question('9', 'T', '2'), question('3', 'F', '1'), question('2', 'L', '1', { mandatory: 'Y' })],
  subquestions: [part('5', '3', { question_order: '2' }), part('4', '3', { question_order: '1' })],
  question_l10ns: [
    text('2', 'Wach?'),
    text('3', 'Wie oft?'),
    text('4', 'Ich war wach.'),
    text('5', 'Ich war müde.'),
    text('9', 'Noch etwas?'),
    text('2', 'Awake?', 'en'),
  ],
  question_attributes: [
    { qid: '2', attribute: 'hidden', value: '0', language: '' },
    { qid: '9', attribute: 'time_limit_action', value: '1', language: '' },
  ],
  surveys: [{ sid: '7', format: 'G', admin: '' }],
  surveys_languagesettings: [
    { surveyls_language: 'de', surveyls_title: 'Woche', surveyls_endtext: 'Danke.' },
  ],
};

test('the XML of LimeSurvey gives its groups, questions, rows and answers in their order, in German', () => {
  const made = instrumentOf(xml(survey), 'Woche 1.lss');
  assert.deepEqual([made.id, made.title], ['woche-1', 'Woche']);
  const [dimension] = made.dimensions;
  assert.ok(dimension?.form === 'fixed');
  assert.deepEqual(
    dimension.items.map(({ id, type, content, options }) => [
      id,
      type,
      content,
      options.map(({ label }) => label).join(),
    ]),
    [
      ['woche-1-Q2', 'QUESTION_VERTICAL_RADIO', 'Wach?', 'nie,oft'],
      ['woche-1-Q3_S4', 'QUESTION_HORIZONTAL_RADIO', 'Ich war wach.', 'nie,oft'],
      ['woche-1-Q3_S5', 'QUESTION_HORIZONTAL_RADIO', 'Ich war müde.', 'nie,oft'],
      ['woche-1-Q9', 'QUESTION_TEXT_AREA_OPTIONAL', 'Noch etwas?', ''],
    ],
  );
  assert.deepEqual(dimension.items[3]?.show_if, { all: [{ item: 'woche-1-Q2', is: 1 }] });
  assert.deepEqual(
    dimension.pages?.map(({ connector }) => connector),
    ['Schlaf – In der Woche.', 'Schlaf – In der Woche. – Wie oft?', 'Tag'],
  );
});

test('what the XML holds beside the questions is listed by name: settings, attributes, other languages, further sections', () => {
  const more = { ...survey, quota: [{ id: '1' }], conditions: [{ cid: '1', qid: '9' }] };
  const conditional = more.questions.map((one) => (one.qid === '9' ? { ...one, relevance: 'Q2 == 1' } : one));
  const themes = '<themes><theme><name>x</name></theme></themes></document>';
  const content = xml({ ...more, questions: conditional }).replace('</document>', themes);
  assert.deepEqual(lost(content).toSorted(), [
    'HTML <p>: Schlaf',
    'attribute conditions: Q9',
    'attribute encrypted: Q2, Q3, S4, S5, Q9',
    'attribute hidden: Q2',
    'attribute same_default: Q2, Q3, S4, S5, Q9',
    'attribute time_limit_action: Q9',
    'language en: (form)',
    'setting format: (form)',
    'setting section quota: (form)',
    'setting section themes: (form)',
    'setting sid: (form)',
    'setting surveyls_endtext: (form)',
  ]);
});

test('one question of LimeSurvey, and a file before version 4 with a row for each language, are read', () => {
  const { groups: _, group_l10ns: _texts, surveys: _settings, ...rest } = survey;
  assert.equal(itemsOf(xml({ ...rest, question_attributes: [] }, 'Question')).length, 4);
  const old = xml({
    questions: [
      question('2', 'L', '1', { language: 'en', question: 'Awake?' }),
      question('2', 'L', '1', { language: 'de', question: 'Wach?', help: 'am Tag' }),
    ],
    answers: ['en', 'de'].flatMap((language) =>
      ['0', '1'].map((code) => ({ ...answer('', '2', code), answer: `${language} ${code}`, language })),
    ),
  });
  assert.deepEqual(
    itemsOf(old).map(({ content, options }) => [content, options.map(({ label }) => label)]),
    [['Wach? (am Tag)', ['de 0', 'de 1']]],
  );
});

/** The line of question Q2. */
const lineOf = (content: string) => {
  const lines = content.split('\n');
  return lines.findIndex((line) => line.includes('<title><![CDATA[Q2]]>')) + 1;
};

test('without German the survey’s own language is taken', () => {
  const two = ['en', 'fr'].map((language) =>
    question('2', 'T', '1', { language, question: `Text ${language}` }),
  );
  const contentOf = (surveys: readonly Fields[]) => itemsOf(xml({ surveys, questions: two }))[0]?.content;
  assert.deepEqual([contentOf([{ language: 'fr' }]), contentOf([])], ['Text fr', 'Text en']);
});

test('what changes a question is refused with the line of its row in the XML', () => {
  const changed = (qid: string, fields: Fields) =>
    xml({
      ...survey,
      questions: survey.questions.map((one) => (one.qid === qid ? { ...one, ...fields } : one)),
    });
  for (const [fields, pattern] of [
    [{ type: ';' }, /of the type ";"/],
    [{ other: 'Y' }, /answer of one's own/],
    [{ strange: 'x' }, /attribute "strange"/],
    [{ relevance: 'rand(1, 2) == 1' }, /depends on/],
  ] as const) {
    const content = changed('2', fields);
    assert.ok(lineOf(content) > 1);
    const own = mistakes(content).filter((one) => one.startsWith(`${lineOf(content)} Q2: `));
    assert.match(own.join(), pattern);
  }
  assert.match(
    mistakes(xml({ ...survey, conditions: [{ cid: '1', qid: '2' }] }))[0] ?? '',
    /Q2: "Q2" has the attribute "conditions"/,
  );
  const random = survey.groups.map((one) => ({ ...one, randomization_group: 'a' }));
  assert.match(mistakes(xml({ ...survey, groups: random }))[0] ?? '', /attribute "randomization_group"/);
});

test('broken XML, a document type with entities, too deep nesting and a file without a question are refused', () => {
  const good = xml(survey);
  assertRefused(good.replace('</document>', ''), good.split('\n').length, /The XML is broken: unclosed tag/);
  assertRefused(good.replace('<DBVersion>400', '<DBVersion>4&nbsp;0'), 2, /undefined entity/);
  const entity = '<!DOCTYPE document [<!ENTITY a "aaaa">]>';
  assertRefused(good.replace('\n', `\n${entity}\n`), 2, /document type of its own/);
  assertRefused(
    good.replace('</document>', `${'<a>'.repeat(110)}${'</a>'.repeat(110)}</document>`),
    good.split('\n').length,
    /nested more than 100 deep/,
  );
  assertRefused(xml({ surveys: survey.surveys }), 1, /holds no question/);
  const strange = Array.from({ length: 1500 }, (_, index) =>
    question(`${index}`, 'T', '1', { [`x${index}`]: '1' }),
  );
  assertRefused(xml({ questions: strange }), 1, /more than 2000000 rows and attributes/);
  assert.equal(drafted(good).notKept.length > 0, true);
});
