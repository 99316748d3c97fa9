import { useEffect, useRef, useState, type Ref } from 'react';
import {
  patientFormText,
  patientProblemText,
  registerText as text,
  codeWarningText,
} from '../../../text/patients.ts';
import { today } from '../../api/clinic-time.ts';
import { config } from '../../api/config.ts';
import { codeOf, fieldErrorsOf } from '../../api/failure.ts';
import { showFailure } from '../../api/failed-action.ts';
import { ask } from '../../api/messages.ts';
import { refreshAnswers, refreshing, useAnswer } from '../../api/queries.ts';
import { useForm } from '../../api/use-form.ts';
import { Button } from '../../ui/Button.tsx';
import { FormModal } from '../../ui/FormModal.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useCreated } from './access-sheets.tsx';
import { confirmFarDates, FarDateWrong } from './far-dates.ts';
import {
  emptyForm,
  hasDefaultBirthDate,
  patientProblems,
  type PatientProblems,
  refusedFields,
  registrationOf,
} from './patient-form.ts';
import { patientLists } from './patient-lists.ts';
import { PatientFields } from './PatientFields.tsx';
import { codeWarning, nameKey, nameRefusal, proposeCode } from '../../../domain/patient-code.ts';
import { TextField } from '../../ui/TextField.tsx';
import css from './patient-form.module.css';

type RegisterPatientProps = {
  /** The preselected username, or ''. */
  clinician: string;
  /** The codes of the existing patients. */
  codes: readonly string[];
  /** The user wants to create a clinician first. Undefined for a user who may not. */
  onCreateClinician?: () => void;
  onClose: () => void;
};

/** Registers one or several patients in a row (product 4.7). */
export default function RegisterPatient({
  clinician,
  codes,
  onCreateClinician,
  onClose,
}: RegisterPatientProps) {
  const { form, done, proposal, propose, startNext, close } = useRegistration(clinician, onClose);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The form for the next patient starts in its first field.
    if (done) code.current?.focus();
  }, [done]);
  return (
    <FormModal
      title={text.title}
      size="wide"
      form={form}
      submit={text.create}
      lead={done && <Notice tone="success">{done}</Notice>}
      buttons={
        <Button
          look="secondary"
          pending={form.pendingWay === 'other'}
          disabled={form.pendingWay === 'usual'}
          onClick={() => form.submit(startNext)}
        >
          {text.createMore}
        </Button>
      }
      onClose={close}
    >
      <PatientFields
        form={form}
        first={
          <>
            <PatientCodeField
              {...form.field('code')}
              ref={code}
              proposal={proposal}
              onPropose={propose}
              codes={codes}
            />
            <ClinicianField {...form.field('clinician')} onCreate={onCreateClinician} />
          </>
        }
        birthDateRemark={hasDefaultBirthDate(form.values) ? text.birthDateUntouched : ''}
        savesFirstDiagnosisOnly
      />
    </FormModal>
  );
}

/** The form of one patient after the other: `done` is the notice about the last one, `proposal` its random code. */
function useRegistration(clinician: string, onClose: () => void) {
  const [done, setDone] = useState<string>();
  const [proposal, setProposal] = useState(randomCode);
  const created = useCreated(onClose);
  const form = useForm({
    defaults: emptyForm(today(), clinician, proposal),
    check: (typed) => {
      // The notice about the last patient ends with the next try.
      setDone(undefined);
      return patientProblems(typed, today(), config().product_name);
    },
    send: async (typed, call) => {
      if (hasDefaultBirthDate(typed)) await confirmBirthDate(typed.date_of_birth);
      await confirmFarDates(typed);
      const body = registrationOf(typed);
      const registered = await refreshing(patientLists, call('registerPatient', { body }));
      created.add(body.code);
      return registered;
    },
    onRefused: problemsOf,
    onDone: created.close,
  });
  const drawProposal = () => {
    const code = randomCode();
    setProposal(code);
    return code;
  };
  const startNext = () => {
    setDone(text.created(form.values.code.trim()));
    form.restart(emptyForm(today(), clinician, drawProposal()));
  };
  const propose = () => form.change({ code: drawProposal() });
  return { form, done, proposal, propose, startNext, close: created.close };
}

/** The problems of the form after a refusal. One that belongs to no field is shown at once. */
function problemsOf(error: unknown): PatientProblems {
  if (error instanceof BirthDateWrong) return { date_of_birth: text.birthDateMissing };
  if (error instanceof FarDateWrong) return error.problems;
  if (codeOf(error) === 'code_taken') return { code: patientProblemText.codeTaken };
  const refused = refusedFields(fieldErrorsOf(error));
  // A clinician disabled meanwhile must not be chosen again.
  if (refused.clinician !== undefined) void refreshAnswers(['listClinicians']);
  if (Object.keys(refused).length === 0) void showFailure('register', error);
  return refused;
}

/** The user wants to change the birth date first. */
class BirthDateWrong extends Error {}

/** Asks about a birth date that was never touched, because the patient could not log in with a wrong one. */
async function confirmBirthDate(date: string): Promise<void> {
  const isRight = await ask({
    title: text.birthDateTitle,
    text: text.birthDateQuestion(date),
    confirmLabel: text.birthDateConfirm,
    cancelLabel: text.birthDateChange,
    prefersNo: true,
  });
  if (!isRight) throw new BirthDateWrong();
}

type ClinicianFieldProps = {
  /** A username, or '' for none. */
  value: string;
  error: string | undefined;
  onChange: (username: string) => void;
  onCreate: (() => void) | undefined;
};

/** The enabled clinicians of the clinic. */
function ClinicianField({ onCreate, ...field }: ClinicianFieldProps) {
  const { data, error, refetch } = useAnswer('listClinicians');
  if (error && !data) return <LoadFailed what="listClinicians" error={error} retry={refetch} />;
  if (!data) return <Spinner label={patientFormText.cliniciansLoading} />;
  const enabled = data.clinicians.filter((clinician) => clinician.enabled);
  const hint = enabled.length === 0 && (
    <>
      <span>{`${patientFormText.noClinician} `}</span>
      {onCreate && (
        <Button look="secondary" icon="person-add" onClick={onCreate}>
          {patientFormText.toClinicians}
        </Button>
      )}
    </>
  );
  return (
    <SelectField
      {...field}
      label={patientFormText.clinician}
      hint={hint || undefined}
      options={enabled.map(({ username }) => ({ value: username, label: username }))}
    />
  );
}

type PatientCodeFieldProps = {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  /** The random code that the form began with. */
  proposal: string;
  /** The user wants another random code. */
  onPropose: () => void;
  /** The existing codes. A new code should not simply continue them. */
  codes: readonly string[];
  onChange: (value: string) => void;
};

/**
 * The code of a new patient: a random proposal, which a typed code replaces. A code that is easy to guess brings a warning (R52).
 */
function PatientCodeField({ codes, proposal, onPropose, ...field }: PatientCodeFieldProps) {
  const code = field.value.trim();
  const warning = nameRefusal(code) ? undefined : codeWarning(code, new Set(codes.map(nameKey)));
  const isProposed = code === proposal;
  // The first key replaces a proposal as a whole, also after a click into it.
  const selectProposal = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    isProposed && currentTarget.select();
  return (
    <div className={`stack gap-2 start ${css.field}`}>
      <TextField
        {...field}
        label={patientFormText.code(config().product_name)}
        hint={patientFormText.codeHint}
        autoComplete="off"
        autoCapitalize="characters"
        onFocus={selectProposal}
        onClick={selectProposal}
      />
      <div className={`line ${css.proposal}`}>
        {isProposed && <span>{patientFormText.proposed}</span>}
        <Button look="quiet" onClick={onPropose}>
          {isProposed ? patientFormText.otherProposal : patientFormText.propose}
        </Button>
      </div>
      {warning && <Notice tone="warning">{codeWarningText[warning]}</Notice>}
    </div>
  );
}

/** A random code for a new patient. */
function randomCode(): string {
  return proposeCode(randomInt);
}

/** An unpredictable whole number from 0 to below `limit`, all equally likely. */
function randomInt(limit: number): number {
  const range = 2 ** 32;
  const fair = range - (range % limit);
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  // The last numbers of the range would favour small results, so they are drawn again.
  if (drawn === undefined || drawn >= fair) return randomInt(limit);
  return drawn % limit;
}
