import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { inClinic } from '../../../../test/builders.ts';
import {
  aDecidedDraft,
  aDraft,
  contentOf,
  done,
  staffOf,
  workshopServer,
  type Scene,
  type Staff,
} from '../test/scene.ts';

let services: Scene['services'];
let app: Scene['app'];
let staff: Staff;
before(async () => {
  ({ services, app } = await workshopServer());
  staff = await staffOf(services);
});

const bands = (cuts: readonly number[]) => ({
  metric: 'raw',
  source: 'Probe',
  list: [null, ...cuts].map((from, index) => ({
    key: `b${index}`,
    from,
    label: `Stufe ${index}`,
    clinician: 'Für Behandelnde.',
    patient: 'Für Patient*innen.',
  })),
});

/** A decided draft whose scale has cut-offs, with a question that is asked after a high answer alone. */
async function aScaledDraft() {
  const draft = await aDecidedDraft(app, staff.as.admin);
  const { scales, dimensions } = draft.instrument as { scales: object[]; dimensions: { items: object[] }[] };
  const [first] = draft.examples[0]?.answers ?? [];
  const further = {
    id: 'weiteres',
    type: 'QUESTION_TEXT',
    content: 'Was war los?',
    show_if: { all: [{ item: first?.item, at_least: 2 }] },
  };
  const instrument = {
    ...draft.instrument,
    scales: [{ ...scales[0], bands: bands([4, 9]) }],
    dimensions: [
      {
        ...dimensions[0],
        items: [...(dimensions[0]?.items ?? []), further],
        pages: pagesOf(dimensions[0]?.items ?? []),
      },
    ],
  };
  const body = { ...contentOf(draft), instrument };
  return done(app, 'saveDraft', staff.as.admin, { params: { id: draft.draft_id }, body });
}

const pagesOf = (items: readonly object[]) => [
  { items: items.map((item) => ('id' in item ? item.id : '')) },
  { items: ['weiteres'] },
];

const preview = (draftId: string, body: object = {}) =>
  done(app, 'previewDraft', staff.as.admin, { params: { id: draftId }, body });

type Shown = {
  pages: { items: { id: string; type: string }[]; help: object | null }[];
  scores: { score: number; band: string }[];
};
const idsOf = ({ pages }: Shown) => pages.map(({ items }) => items.map(({ id }) => id));

test('lowest, middle, highest and each cut-off are reached, and both reports show the score', async () => {
  const { draft_id: id } = await aScaledDraft();
  const { points, scores } = await preview(id);
  assert.deepEqual(
    points.map(({ key, title }: { key: string; title: string }) => [key, title]),
    [
      ['lowest', 'Niedrigste Werte'],
      ['middle', 'Mittlere Werte'],
      ['highest', 'Höchste Werte'],
      ['cut:belastung:b1', 'Belastung: ab 4 (Stufe 1)'],
      ['cut:belastung:b2', 'Belastung: ab 9 (Stufe 2)'],
    ],
  );
  assert.deepEqual(scores, [{ scale: 'belastung', title: 'Belastung', score: 0, band: 'Stufe 0' }]);
  for (const [point, score, band] of [
    ['lowest', 0, 'Stufe 0'],
    ['highest', 12, 'Stufe 2'],
    ['cut:belastung:b1', 4, 'Stufe 1'],
    ['cut:belastung:b2', 9, 'Stufe 2'],
  ] as const) {
    const shown = await preview(id, { point });
    assert.deepEqual(
      shown.scores.map((one: { score: number; band: string }) => [one.score, one.band]),
      [[score, band]],
    );
    for (const report of [shown.clinician_report, shown.patient_report])
      assert.match(report, /<article class="rz-report"/);
    assert.ok(
      shown.clinician_report.includes(`${score},0`) || shown.clinician_report.includes(String(score)),
    );
    assert.ok(shown.patient_report.includes('Für Patient*innen.'));
  }
});

test('the pages follow the answers: a condition adds a question, and danger adds the page of help and its box', async () => {
  const draft = await aScaledDraft();
  const items: string[] = draft.examples[0].answers.map(({ item }: { item: string }) => item);
  const [first = '', , , last = ''] = items;
  const answers = (values: Record<string, number>) => items.map((id) => ({ id, value: values[id] ?? 0 }));
  const calm = await preview(draft.draft_id, { answers: answers({}) });
  assert.deepEqual(idsOf(calm), [items]);
  assert.ok(calm.pages[0].help.after.length > 0, 'the page knows after which answer help comes');
  assert.doesNotMatch(calm.clinician_report, /Wunsch zu sterben/);
  const tired = await preview(draft.draft_id, { answers: answers({ [first]: 3 }) });
  assert.deepEqual(idsOf(tired), [items, ['weiteres']]);
  const urgent = await preview(draft.draft_id, { answers: answers({ [last]: 3 }) });
  assert.equal(urgent.pages.length, 2);
  assert.deepEqual(
    urgent.pages[1].items.map(({ type }: { type: string }) => type),
    ['INFO'],
  );
  assert.equal(urgent.pages[1].items[0].content, services.config.public.help.text);
  assert.match(urgent.clinician_report, /Bitte sprechen Sie den Wunsch zu sterben an\./);
});

/** What a trace would change. */
const counts = () =>
  inClinic(services, staff.clinicId, (db) =>
    sql`SELECT (SELECT count(*) FROM audit) AS audit, (SELECT count(*) FROM survey_sessions) AS surveys,
      (SELECT count(*) FROM answers) AS answers, (SELECT max(revision) FROM instrument_drafts) AS revision`.execute(
      db,
    ),
  );

test('a preview stores nothing and leaves no trace', async () => {
  const { draft_id: id } = await aScaledDraft();
  const before = await counts();
  await preview(id, { point: 'highest' });
  assert.deepEqual((await counts()).rows, before.rows);
});

test('a draft is previewed before everything is decided, and one that cannot be read says why', async () => {
  const draft = await aDraft(app, staff.as.admin);
  const open = await preview(draft.draft_id, { point: 'highest' });
  assert.equal(open.scores[0].score, 12);
  assert.ok(open.reasons.length > 0 && open.patient_report !== null);
  const body = { ...contentOf(draft), instrument: { ...draft.instrument, dimensions: [] } };
  await done(app, 'saveDraft', staff.as.admin, { params: { id: draft.draft_id }, body });
  const broken = await preview(draft.draft_id);
  assert.deepEqual([broken.pages, broken.clinician_report, broken.patient_report], [[], null, null]);
  assert.ok(broken.reasons.some(({ what }: { what: string }) => what.includes('mindestens eine Frage')));
});
