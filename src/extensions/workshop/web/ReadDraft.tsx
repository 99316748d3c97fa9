import { Card } from '../../../web/ui/Card.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import type { Draft } from '../contract/routes.ts';
import { decisionsOf, markOf } from '../domain/danger-marks.ts';
import { type Form, formOf, inOrder, isChoice, optionsOf, questionsOf, wordsOf } from '../domain/form.ts';
import { exampleName } from '../domain/examples.ts';
import { rowOf, scoreOf } from '../domain/example-rows.ts';
import { examplesText, signerText as text } from '../text/late-steps.ts';
import { licenceText } from '../text/licence.ts';
import { basicsText, dangerText, questionsText, readText } from '../text/steps.ts';
import { draftText, listText, stepText } from '../text/workshop.ts';
import { askedIf, formAskedIf, itemNames } from './asked-if.ts';
import { Comparison } from './ExamplesStep.tsx';
import { Preview } from './PreviewStep.tsx';
import { ReadScales } from './ReadScales.tsx';
import { scaleNames } from './ScoringStep.tsx';
import { Signatures } from './SignaturesStep.tsx';

/** A whole draft to read, and to sign. */
export function ReadDraft({ draft }: { draft: Draft }) {
  const form = formOf(draft.instrument);
  const tabs = [
    { id: 'questions', title: stepText.questions.title, content: <Questions form={form} /> },
    { id: 'scoring', title: stepText.scoring.title, content: <ReadScales form={form} /> },
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
  const names = itemNames(form);
  const condition = formAskedIf(form);
  return (
    <div className="stack gap-5">
      {condition && <p>{condition}</p>}
      {form.dimensions.map((dimension) => (
        <section key={dimension.id} className="stack" aria-label={wordsOf(dimension.title) || undefined}>
          {wordsOf(dimension.title) && <h3>{wordsOf(dimension.title)}</h3>}
          {wordsOf(dimension.paragraph) && <p>{wordsOf(dimension.paragraph)}</p>}
          {wordsOf(dimension.connector) && <p>{wordsOf(dimension.connector)}</p>}
          <ul className="stack plain">
            {inOrder(dimension).map((item) => (
              <li key={item.id}>
                <p className="muted small">{[names.get(item.id), ...askedIf(form, item.id)].join(' · ')}</p>
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
          </ul>
        </section>
      ))}
    </div>
  );
}

function Danger({ form, draft: { danger } }: { form: Form; draft: Draft }) {
  return (
    <ul className="stack plain">
      {questionsOf(form).map((item, index) => (
        <li key={item.id}>
          <p className="muted small">{questionsText.question(index + 1)}</p>
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
          {danger.says[item.id] && <p>{readText.clinicians(danger.says[item.id] ?? '')}</p>}
        </li>
      ))}
    </ul>
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
