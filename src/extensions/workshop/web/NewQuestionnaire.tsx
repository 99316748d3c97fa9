import { useEffect, useId, useRef, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import type { RepeatableCall } from '../../../web/api/call.ts';
import { failureSentence } from '../../../web/api/failed-action.ts';
import { CallFailed } from '../../../web/api/failure.ts';
import { refreshing, useAnswer } from '../../../web/api/queries.ts';
import { useForm } from '../../../web/api/use-form.ts';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { FileField } from '../../../web/ui/FileField.tsx';
import { Form } from '../../../web/ui/Form.tsx';
import { LongTextField } from '../../../web/ui/LongTextField.tsx';
import { Link } from '../../../web/ui/navigation.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { RadioField } from '../../../web/ui/RadioField.tsx';
import { SelectField } from '../../../web/ui/SelectField.tsx';
import { type BroughtIn, type Remark, type Step, STEPS, type WorkshopRoutes } from '../contract/routes.ts';
import { actionText, newText as text, pageText, stepText } from '../text/workshop.ts';
import { createDraft, createDraftFromFile, listInstruments } from './calls.ts';
import { draftPlace, placeOf } from './places.ts';
import css from './workshop.module.css';

type Way = keyof typeof text.ways;
type Values = { way: Way; file: File | null; table: string; structure: string };

const defaults: Values = { way: 'file', file: null, table: '', structure: '' };

/** Begins a draft from a file, a pasted table, a structure without wording, or nothing. */
export function NewQuestionnaire() {
  const [done, setDone] = useState<BroughtIn | null>(null);
  return (
    <div className="stack gap-5">
      <p>
        <Link to={placeOf.list}>{pageText.back}</Link>
      </p>
      <h1>{text.title}</h1>
      {done ? <BroughtInNotes {...done} /> : <NewForm onDone={setDone} />}
    </div>
  );
}

function NewForm({ onDone }: { onDone: (answer: BroughtIn) => void }) {
  const { data } = useAnswer(listInstruments);
  const [refused, setRefused] = useState<readonly Remark[]>([]);
  const form = useForm<Values, BroughtIn>({
    defaults,
    check: problemsOf,
    send: (values, call) => {
      setRefused([]);
      return refreshing([listInstruments], sent(values, call));
    },
    onRefused: (error) => {
      const found = placesOf(error);
      setRefused(found);
      return { form: found.length > 0 ? text.unreadable : failureSentence(actionText.create, error) };
    },
    onDone,
  });
  const { way } = form.values;
  return (
    <Card>
      <p>{text.lead}</p>
      <Form {...form.bind}>
        <RadioField
          label={text.way}
          error={undefined}
          value={way}
          // The options are the ways.
          onChange={(value) => form.change({ way: value as Way })}
          options={Object.entries(text.ways).map(([value, label]) => ({ value, label }))}
        />
        <WayFields form={form} structures={data?.structures ?? []} />
        <Refusal sentence={form.failure} places={refused} />
        <div className="line">
          <Button type="submit" pending={form.isPending}>
            {text.submit}
          </Button>
          <output className="muted">{form.isPending && <span>{text.reading}</span>}</output>
        </div>
      </Form>
    </Card>
  );
}

type WayFieldsProps = {
  form: Pick<ReturnType<typeof useForm<Values, BroughtIn>>, 'values' | 'field' | 'change'>;
  structures: readonly Structure[];
};

function WayFields({ form, structures }: WayFieldsProps) {
  const { way } = form.values;
  return (
    <>
      {way === 'file' && (
        <FileField
          label={text.file}
          hint={text.fileHint}
          words={{ choose: text.chooseFile, none: text.noFile }}
          error={form.field('file').error}
          onChoose={(file) => form.change({ file })}
        />
      )}
      {way === 'table' && (
        <div className={`stack gap-5 ${css.table}`}>
          <LongTextField {...form.field('table')} label={text.table} hint={text.tableHint} rows={14} />
          <TableExample onUse={(table) => form.change({ table })} />
        </div>
      )}
      {way === 'structure' && (
        <SelectField
          {...form.field('structure')}
          label={text.structure}
          hint={text.structureHint}
          options={structures.map(structureOption)}
        />
      )}
      {way === 'empty' && <p>{text.emptyHint}</p>}
    </>
  );
}

type Structure = Answer<WorkshopRoutes['listInstruments']>['structures'][number];
const structureOption = ({ id, questions, source }: Structure) => ({
  value: id,
  label: text.structureOption(id, questions, source),
});

function problemsOf({ way, file, table, structure }: Values) {
  return {
    file: way === 'file' && !file ? text.fileMissing : undefined,
    table: way === 'table' && table.trim() === '' ? text.tableMissing : undefined,
    structure: way === 'structure' && structure === '' ? text.structureMissing : undefined,
  };
}

function sent({ way, file, table, structure }: Values, call: RepeatableCall): Promise<BroughtIn> {
  if (way === 'file' && file) return call(createDraftFromFile, { file });
  if (way === 'structure') return call(createDraft, { body: { structure } });
  return call(createDraft, { body: { table: way === 'empty' ? text.emptyTable : table } });
}

/** What the server says of each place that it could not read. */
function placesOf(error: unknown): readonly Remark[] {
  const problem = error instanceof CallFailed ? error.problem : null;
  if (problem?.code === 'invalid_request') return [];
  return (problem?.errors ?? []).map(({ path, message }) => ({ where: path, what: message }));
}

function Refusal({ sentence, places }: { sentence: string | undefined; places: readonly Remark[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentence) box.current?.focus();
  }, [sentence]);
  return (
    <div ref={box} tabIndex={-1}>
      {sentence && (
        <Notice tone="error">
          <p>{sentence}</p>
          <Remarks remarks={places} />
        </Notice>
      )}
    </div>
  );
}

/** Places of a form in words, and what is the matter there. */
export function Remarks({ remarks }: { remarks: readonly Remark[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul className="stack gap-1 marked">
      {remarks.map(({ where, what }) => (
        <li key={`${where} ${what}`}>{text.where(where, what)}</li>
      ))}
    </ul>
  );
}

/** A table in our own words, as it is pasted from a spreadsheet. */
function TableExample({ onUse }: { onUse: (table: string) => void }) {
  const id = useId();
  const [head = [], ...rows] = text.exampleRows;
  return (
    <div className="stack start">
      <h2 id={id}>{text.example}</h2>
      {/* The keyboard scrolls only a focused element. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={`framed scrolls wide ${css.grid}`} tabIndex={0} data-scrolls aria-labelledby={id}>
        <table>
          <thead>
            <tr>
              {head.map((words) => (
                <th key={words} scope="col">
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row[0]}>
                {row.map((words, at) => (
                  <td key={head[at]}>{words}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul className="stack gap-1 marked small">
        {text.exampleNotes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <Button
        look="secondary"
        onClick={() => onUse(text.exampleRows.map((row) => row.join('\t')).join('\n'))}
      >
        {text.takeExample}
      </Button>
    </div>
  );
}

/** What came in, what did not, and what a person decides. */
function BroughtInNotes({ draft_id: id, kept, not_kept: notKept, to_decide: toDecide }: BroughtIn) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Card>
      <h2 ref={title} tabIndex={-1}>
        {text.done}
      </h2>
      <Notice tone="success">{text.kept(kept)}</Notice>
      {notKept.length === 0 ? (
        <p>{text.nothingLost}</p>
      ) : (
        <Notice tone="warning">
          <p className="strong">{text.notKept}</p>
          <Remarks remarks={notKept} />
        </Notice>
      )}
      {toDecide.length === 0 ? (
        <p>{text.nothingToDecide}</p>
      ) : (
        <>
          <h3>{text.toDecide}</h3>
          {STEPS.map((step) => (
            <Decisions key={step} step={step} tasks={toDecide.filter((task) => task.step === step)} />
          ))}
        </>
      )}
      <p>
        <Link className={buttonClass('primary')} to={draftPlace(id)}>
          {text.toDraft}
        </Link>
      </p>
    </Card>
  );
}

/** What is to be decided in one step of the draft. A long list is folded. */
function Decisions({ step, tasks }: { step: Step; tasks: readonly Remark[] }) {
  if (tasks.length === 0) return null;
  return (
    <details className="fold" open={tasks.length <= FEW}>
      <summary>{text.inStep(stepText[step].title, tasks.length)}</summary>
      <Remarks remarks={tasks} />
    </details>
  );
}

const FEW = 4;
