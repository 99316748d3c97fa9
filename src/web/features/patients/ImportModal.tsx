import { useRef, useState } from 'react';
import type { MissingEnd } from '../../../domain/csv-convert.ts';
import { convertText, importText as text, missingEndsText } from '../../../text/imports.ts';
import { uiText } from '../../../text/ui.ts';
import { showNotice } from '../../api/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { type Conversion, countMissingEnds } from './checked-file.ts';
import { CheckResult } from './CheckResult.tsx';
import { FileForm, FormatHelp } from './FileForm.tsx';
import css from './imports.module.css';
import { type ImportState, useImport } from './use-import.ts';
import { RadioField } from '../../ui/RadioField.tsx';

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
        <Button icon="upload" pending={isImporting} onClick={onImport}>
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
      <ul className={css.changes}>
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
