import { useRef, useState, type FormEvent } from 'react';
import type { MissingEnd } from '../../../domain/csv-convert.ts';
import {
  convertText,
  importText as text,
  missingEndsText,
  importFormatText as format,
} from '../../../text/imports.ts';
import { uiText } from '../../../text/ui.ts';
import { showNotice } from '../../api/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { type Conversion, countMissingEnds, exampleCsv, templateCsv } from './checked-file.ts';
import { CheckResult } from './CheckResult.tsx';
import css from './imports.module.css';
import { type ImportState, useImport } from './use-import.ts';
import { RadioField } from '../../ui/RadioField.tsx';
import { IMPORT_COLUMNS } from '../../../domain/csv-import.ts';
import { today } from '../../api/clinic-time.ts';
import { useAnswer } from '../../api/queries.ts';
import { FileField } from '../../ui/FileField.tsx';
import { Form } from '../../ui/Form.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { moreIcons } from '../../ui/more-icons.ts';

type ImportModalProps = {
  /** Gets the codes of the new patients. */
  onImported: (codes: readonly string[]) => void;
  onClose: () => void;
};

/** The bulk import (product 2): choose a file, check it, import it. */
export default function ImportModal({ onImported, onClose }: ImportModalProps) {
  const { state, choose, check, convert, fillEnds, importChecked } = useImport((codes) => {
    onImported(codes);
    onClose();
    void showNotice(text.imported);
  });
  const isImporting = state.kind === 'importing';
  const outcome = useRef<HTMLDivElement>(null);
  const convertHere = (offer: Conversion) => {
    outcome.current?.focus();
    void convert(offer);
  };
  const fillHere = (end: MissingEnd) => {
    outcome.current?.focus();
    void fillEnds(end);
  };
  return (
    <Modal
      title={text.title}
      size="wide"
      dismissal={isImporting ? 'static' : 'explicit'}
      onClose={onClose}
      footer={<ImportButtons state={state} onClose={onClose} onImport={() => void importChecked()} />}
    >
      <p>{text.lead}</p>
      <FormatHelp />
      <FileForm state={state} onChoose={choose} onCheck={() => void check()} />
      {/* The convert button vanishes with its offer. The focus stays here, in front of the result. */}
      <div ref={outcome} className={`stack gap-4 ${css.outcome}`} tabIndex={-1}>
        <Outcome state={state} onConvert={convertHere} onFill={fillHere} />
      </div>
    </Modal>
  );
}

type OutcomeProps = {
  state: ImportState;
  onConvert: (offer: Conversion) => void;
  onFill: (end: MissingEnd) => void;
};

function Outcome({ state, onConvert, onFill }: OutcomeProps) {
  if (state.kind === 'checking') return <Spinner label={text.checking} />;
  if (state.kind === 'choosing') return <ConversionOffer offer={state.offer} onConvert={onConvert} />;
  if (state.kind === 'importing')
    return (
      <div className={`stack gap-2 ${css.progress}`}>
        <progress aria-label={text.title} />
        <output>{text.importing(state.check.patients.length)}</output>
      </div>
    );
  return (
    <>
      {state.failure && <Notice tone="error">{state.failure}</Notice>}
      <ConversionOffer offer={state.offer} onConvert={onConvert} />
      {!state.offer && <MissingEnds count={countMissingEnds(state.check)} onFill={onFill} />}
      <CheckResult check={state.check} isConverted={state.isConverted} />
    </>
  );
}

type ImportButtonsProps = { state: ImportState; onClose: () => void; onImport: () => void };

/** The import button is shown only for a file with valid rows. */
function ImportButtons({ state, onClose, onImport }: ImportButtonsProps) {
  const isImporting = state.kind === 'importing';
  const canImport = isImporting || (state.kind === 'checked' && state.check.valid);
  return (
    <>
      <Button look="secondary" disabled={isImporting} onClick={onClose}>
        {uiText.cancel}
      </Button>
      {canImport && (
        <Button icon={moreIcons.upload} pending={isImporting} onClick={onImport}>
          {text.import}
        </Button>
      )}
    </>
  );
}

type ConversionOfferProps = { offer: Conversion | null; onConvert: (offer: Conversion) => void };

/** Offers to convert a file from a spreadsheet program and names the changes. */
function ConversionOffer({ offer, onConvert }: ConversionOfferProps) {
  if (!offer) return null;
  return (
    <Notice tone="info">
      <p>{convertText.offer}</p>
      <ul className="inset">
        {offer.changes.map((change) => (
          <li key={change}>{convertText.change[change]}</li>
        ))}
      </ul>
      <Button look="secondary" onClick={() => onConvert(offer)}>
        {convertText.convert}
      </Button>
    </Notice>
  );
}

const MONTHS = 12;
const choices = { open: 'open', months: MONTHS } as const satisfies Record<string, MissingEnd>;
type Choice = keyof typeof choices;

const options: readonly { value: Choice; label: string }[] = [
  { value: 'open', label: missingEndsText.open },
  { value: 'months', label: missingEndsText.months(MONTHS) },
];

type MissingEndsProps = { count: number; onFill: (end: MissingEnd) => void };

/** Asks once, for the whole file, what the missing ends of therapies mean. */
function MissingEnds({ count, onFill }: MissingEndsProps) {
  const [chosen, setChosen] = useState<Choice>('open');
  if (count === 0) return null;
  return (
    <Notice tone="info">
      <p>{missingEndsText.missing(count)}</p>
      <RadioField
        label={missingEndsText.question}
        error={undefined}
        value={chosen}
        options={options}
        // The options are the choices.
        onChange={(value) => setChosen(value as Choice)}
      />
      <Button look="secondary" onClick={() => onFill(choices[chosen])}>
        {missingEndsText.fill}
      </Button>
    </Notice>
  );
}

/** The format of the file, a template, and an example with a clinician of this clinic. */
function FormatHelp() {
  const { data } = useAnswer('listCliniciansWithCounts');
  const employee = data?.clinicians.find(({ enabled }) => enabled)?.username ?? text.exampleEmployee;
  return (
    <div className={`row ${css.help}`}>
      <Button
        look="secondary"
        icon={moreIcons.download}
        onClick={() => saveFile(text.templateName, templateCsv(), 'text/csv')}
      >
        {text.template}
      </Button>
      <Button
        look="quiet"
        icon={moreIcons.download}
        onClick={() => saveFile(text.exampleName, exampleCsv(employee, today()), 'text/csv')}
      >
        {text.example}
      </Button>
      <details className={`fold shrinks ${css.format}`}>
        <summary>{format.summary}</summary>
        <p>{format.lead}</p>
        <dl className="stack gap-1">
          {IMPORT_COLUMNS.map((column) => (
            <div key={column}>
              <dt>
                <code>{column}</code>
              </dt>
              <dd>{format.columns[column]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

const noProblems: { file?: string } = {};

type FileFormProps = { state: ImportState; onChoose: (file: File | null) => void; onCheck: () => void };

/** The file, and the button to check it. */
function FileForm({ state, onChoose, onCheck }: FileFormProps) {
  const problems = state.kind === 'choosing' ? state.problems : noProblems;
  const isImporting = state.kind === 'importing';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.kind !== 'checking') onCheck();
  };
  return (
    <Form problems={problems} onSubmit={submit}>
      <div className={css.choice}>
        <FileField
          label={text.file}
          hint={text.fileHint}
          words={{ choose: text.chooseFile, none: text.noFile }}
          error={problems.file}
          // Excel calls a text with tabs .txt. The check offers to convert it.
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          disabled={isImporting}
          onChoose={onChoose}
        />
        <Button
          type="submit"
          look={state.kind === 'checked' ? 'secondary' : 'primary'}
          pending={state.kind === 'checking'}
          disabled={isImporting}
        >
          {text.check}
        </Button>
      </div>
    </Form>
  );
}
