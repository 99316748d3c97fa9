import { Card } from '../../../web/ui/Card.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import type { Draft } from '../contract/routes.ts';
import { decisionsOf, markOf } from '../domain/danger-marks.ts';
import {
  allItems,
  type Form,
  type FormScale,
  formOf,
  isChoice,
  optionsOf,
  questionsOf,
  wordsOf,
} from '../domain/form.ts';
import { exampleName } from '../domain/examples.ts';
import { rowOf, scoreOf } from '../domain/example-rows.ts';
import { examplesText, signerText as text } from '../text/late-steps.ts';
import { licenceText } from '../text/licence.ts';
import { basicsText, dangerText, questionsText, scoringText } from '../text/steps.ts';
import { draftText, listText, stepText } from '../text/workshop.ts';
import { Comparison } from './ExamplesStep.tsx';
import { Preview } from './PreviewStep.tsx';
import { scaleNames } from './ScoringStep.tsx';
import { Signatures } from './SignaturesStep.tsx';

/** A whole draft to read, and to sign. */
export function ReadDraft({ draft }: { draft: Draft }) {
  const form = formOf(draft.instrument);
  const tabs = [
    { id: 'questions', title: stepText.questions.title, content: <Questions form={form} /> },
    { id: 'scoring', title: stepText.scoring.title, content: <Scales form={form} /> },
    { id: 'danger', title: stepText.danger.title, content: <Danger form={form} draft={draft} /> },
    { id: 'examples', title: stepText.examples.title, content: <Examples form={form} draft={draft} /> },
    { id: 'preview', title: stepText.preview.title, content: <Preview draft={draft} /> },
  ];
  return (
    <>
      <h1>{draftText.title(wordsOf(form['title']) || listText.untitled)}</h1>
      <dl>
        {(['purpose', 'source', 'version'] as const).map((name) => (
          <div key={name} className="row">
            <dt className="strong">{basicsText[name]}</dt>
            <dd>{wordsOf(form[name])}</dd>
          </div>
        ))}
        <div className="row">
          <dt className="strong">{stepText.licence.title}</dt>
          <dd>{licenceText(draft.licence)}</dd>
        </div>
      </dl>
      <Card>
        <h2>{text.parts}</h2>
        <Tabs label={text.parts} tabs={tabs} />
      </Card>
      <section className="stack" aria-labelledby="signatures">
        <h2 id="signatures">{stepText.signatures.title}</h2>
        <Signatures draft={draft} isDirty={false} />
      </section>
    </>
  );
}

function Questions({ form }: { form: Form }) {
  return (
    <ol className="stack marked">
      {allItems(form).map((item) => (
        <li key={item.id}>
          <p className="strong">{wordsOf(item.content)}</p>
          {isChoice(item) && (
            <p className="muted">
              {text.answers(
                optionsOf(item, form)
                  .map(({ label, value }) => `${wordsOf(label)} = ${wordsOf(value)}`)
                  .join(' · '),
              )}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Scales({ form }: { form: Form }) {
  const names = scaleNames(form);
  return (
    <div className="stack gap-5">
      {form.scales.map((scale) => (
        <section key={scale.key} className="stack gap-2" aria-label={names.get(scale.key)}>
          <h3>{names.get(scale.key)}</h3>
          <p>{scaleSentence(scale, form)}</p>
          <p>{wordsOf(scale.clinician)}</p>
          {scale.bands && (
            <ul className="marked">
              {scale.bands.list.map(({ key, from, label, clinician }) => (
                <li key={key}>
                  <strong>{`${from === null ? scoringText.lowest : `${scoringText.from} ${wordsOf(from)}`}: ${wordsOf(label)}`}</strong>
                  <span>{` ${wordsOf(clinician)}`}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {form.scales.length === 0 && <p>{scoringText.none}</p>}
    </div>
  );
}

function scaleSentence(
  { method, items = [], reversed = [], formula, direction }: FormScale,
  form: Form,
): string {
  const methods: Readonly<Record<string, string>> = scoringText.methods;
  const directions: Readonly<Record<string, string>> = scoringText.directions;
  const ids = questionsOf(form).map(({ id }) => id);
  const turned = reversed.map((id) => questionsText.question(ids.indexOf(id) + 1)).join(', ');
  const counted = formula ?? text.items(items.length, turned);
  return `${methods[method] ?? method}: ${counted}. ${scoringText.direction} ${directions[direction] ?? '–'}.`;
}

function Danger({ form, draft: { danger } }: { form: Form; draft: Draft }) {
  return (
    <ol className="stack marked">
      {questionsOf(form).map((item) => (
        <li key={item.id}>
          <p className="strong">{wordsOf(item.content)}</p>
          <ul className="plain">
            {decisionsOf(item, form).map(({ id, label }) => {
              const mark = markOf(danger, item.id, id);
              return (
                <li
                  key={id}
                >{`${wordsOf(label) || dangerText.whole}: ${mark ? dangerText.marks[mark] : dangerText.open}`}</li>
              );
            })}
          </ul>
          {danger.says[item.id] && <p className="muted">{danger.says[item.id]}</p>}
        </li>
      ))}
    </ol>
  );
}

/** The examples of the manual beside what the draft makes of them. */
function Examples({ form, draft: { examples } }: { form: Form; draft: Draft }) {
  const names = scaleNames(form);
  if (examples.length === 0) return <p>{text.noExamples}</p>;
  return (
    <ol className="stack marked">
      {examples.map((example, index) => (
        <li key={exampleName(example, index)}>
          <p className="strong">{exampleName(example, index)}</p>
          <p className="muted">{text.answers(rowOf(example.answers, form))}</p>
          <ul className="plain">
            {form.scales.map((scale) => {
              const wanted = example.expected.find((one) => one.scale === scale.key)?.score;
              return (
                <li key={scale.key}>
                  <span>{`${examplesText.expected(names.get(scale.key) ?? '')}: ${wanted === undefined ? '–' : wordsOf(wanted)}`}</span>
                  <Comparison own={scoreOf(scale, example.answers, form)} wanted={wanted} />
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ol>
  );
}
