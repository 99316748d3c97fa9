import type { AdminPatient, SurveyTimeWindow } from '../../../contract/patients.ts';
import type { Answer, BodyInput } from '../../../contract/routes.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { OPEN_END } from '../../../domain/patient-record.ts';
import { belongsToWindow, sessionOfWindow } from '../../../domain/statuses.ts';
import { type AnsweredWindow, windowsAfterDischarge } from '../../../domain/window-changes.ts';
import {
  editText as text,
  endReasonText,
  patientFormText,
  patientProblemText,
  patientText,
  windowTypeText,
} from '../../../text/patients.ts';
import { uiText } from '../../../text/ui.ts';
import { call } from '../../api/call.ts';
import { dayOf, today } from '../../api/clinic-time.ts';
import { config } from '../../api/config.ts';
import { codeOf, fieldErrorsOf } from '../../api/failure.ts';
import { showFailure } from '../../api/failed-action.ts';
import { ask, showAlert, showNotice } from '../../api/messages.ts';
import { refreshAnswers, refreshing } from '../../api/queries.ts';
import { useEditForm } from '../../api/use-edit-form.ts';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { FormModal } from '../../ui/FormModal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { confirmFarDates, FarDateWrong } from './far-dates.ts';
import {
  areDatesMoved,
  editOf,
  formOf,
  patientParts,
  type PatientProblems,
  patientProblems,
  refusedFields,
  sessionCountProblem,
} from './patient-form.ts';
import { patientLists } from './patient-lists.ts';
import { calendar, surveyRows } from './patient-surveys.ts';
import { PatientFields, type PatientFormState } from './PatientFields.tsx';
import css from './patient-form.module.css';
import { savedCode } from './PatientTable.tsx';

/** Edits a patient: all fields except the code, and the end of the therapy (product 2.14). */
export default function EditPatient({ patient, onClose }: { patient: AdminPatient; onClose: () => void }) {
  const form = useEditForm({
    row: patient,
    formOf,
    parts: patientParts,
    sources: patientLists,
    check: (typed) => {
      savedCode.set('');
      return patientProblems(typed, today(), config().product_name, patient.code);
    },
    send: async (typed, callOnce, base) => {
      // Whose patient it is comes from the list, which is loaded again after an assignment.
      const body = { ...editOf(base, typed), clinician_id: patient.clinician_id };
      if (areDatesMoved(typed, base)) {
        await confirmFarDates(typed);
        await confirmDetaching(base, body);
      }
      return refreshing(patientLists, callOnce('editPatient', { params: { id: patient.id }, body }));
    },
    onRefused: (error) => refusalOf(error, onClose),
    onDone: ({ surveys }, typed) => {
      savedCode.set(patient.code);
      onClose();
      // An earlier edit has already named the surveys that it detached.
      if (surveys.length > 0 && areDatesMoved(typed, form.base))
        void showNotice(text.detached(wordsFor(surveys, patient)));
    },
  });
  return (
    <FormModal title={text.title(patient.code)} size="wide" form={form} submit={text.save} onClose={onClose}>
      <ChangedMeanwhile changes={form.changes} />
      <PatientFields
        form={form}
        datesRemark={
          areDatesMoved(form.values, form.base) && <Notice tone="warning">{text.datesWarning}</Notice>
        }
      />
      <TherapyEnd form={form} />
    </FormModal>
  );
}

/** The user keeps the dates, so that no survey loses its window. */
class DatesKept extends Error {}

/** Names the surveys that the new dates would take out of the results, and asks before anything is saved. */
async function confirmDetaching(
  patient: AdminPatient,
  { admission = patient.admission, discharge = patient.discharge }: BodyInput<'editPatient'>,
): Promise<void> {
  const { stws: planned } = await call('previewWindows', {
    params: { admission, discharge: discharge ?? OPEN_END },
  });
  const zone = config().time_zone;
  // A new end of the therapy keeps the windows with answers.
  const stws =
    admission === patient.admission ? windowsAfterDischarge(answeredWindows(patient), planned) : planned;
  const lost = patient.survey_statuses.filter(
    (survey) =>
      patient.survey_time_windows.some((window) => belongsToWindow(survey, window, zone)) &&
      !stws.some((window) => belongsToWindow(survey, window, zone)),
  );
  if (lost.length === 0) return;
  const missed = newlyMissed(patient, stws).map(({ label }) => label);
  const question = text.detachQuestion(wordsFor(lost, patient), missed.join(', '));
  const isConfirmed = await ask({
    title: text.detachTitle,
    text: question,
    confirmLabel: text.detachConfirm,
    tone: 'danger',
  });
  if (!isConfirmed) throw new DatesKept();
}

/** The windows of a patient, each with what is known of its survey. */
function answeredWindows(patient: AdminPatient): AnsweredWindow[] {
  return patient.survey_time_windows.map((window) => {
    const survey = sessionOfWindow(patient.survey_statuses, window, config().time_zone);
    return {
      ...window,
      survey: survey && { isFinished: survey.finished, answered: dayOf(survey.update_time) },
    };
  });
}

/** The windows that would have ended without a survey, and do not do so by the present dates. */
function newlyMissed(patient: AdminPatient, windows: readonly SurveyTimeWindow[]) {
  const missedOf = (survey_time_windows: readonly SurveyTimeWindow[]) =>
    surveyRows({ ...patient, survey_time_windows }, calendar())
      .filter(({ status }) => status === 'expired')
      .map(({ window }) => window);
  const before = new Set(missedOf(patient.survey_time_windows).map(({ label }) => label));
  return missedOf(windows).filter(({ label }) => !before.has(label));
}

function refusalOf(error: unknown, onClose: () => void): PatientProblems | undefined {
  if (error instanceof DatesKept) return undefined;
  if (error instanceof FarDateWrong) return error.problems;
  const code = codeOf(error);
  if (code === 'not_found') onClose();
  // The typed values stay and can be sent again with the reloaded lists.
  if (code === 'not_found' || code === 'patient_moved') void refreshAnswers(patientLists);
  if (code === 'not_found') return alerted({ title: patientText.goneTitle, text: patientText.gone });
  if (code === 'patient_moved') return alerted({ text: text.moved });
  if (code === 'code_taken')
    return alerted({ title: uiText.noticeTitle, text: patientProblemText.codeTaken });
  // This form has no field for the code.
  const { code: codeProblem, ...refused } = refusedFields(fieldErrorsOf(error));
  if (codeProblem !== undefined || Object.keys(refused).length === 0) void showFailure('editPatient', error);
  return refused;
}

function alerted(alert: Parameters<typeof showAlert>[0]): undefined {
  void showAlert(alert);
}

/** The surveys that lost their window, named by their former measurement points. */
function wordsFor(surveys: Answer<'editPatient'>['surveys'], patient: AdminPatient): string {
  const zone = config().time_zone;
  const words = surveys.map((survey) => {
    const before = patient.survey_time_windows.find((window) => belongsToWindow(survey, window, zone));
    const day = formatIsoDate(dayOf(survey.update_time));
    return text.detachedSurvey(before?.label ?? windowTypeText[survey.stw_type], day);
  });
  return words.join(', ');
}

const reasons = Object.entries(endReasonText).map(([value, label]) => ({ value, label }));

function TherapyEnd({ form: { field } }: { form: PatientFormState }) {
  const count = field('session_count');
  return (
    <fieldset className={css.group}>
      <legend>{patientFormText.therapyEnd}</legend>
      <div className={`columns ${css.pair}`}>
        <SelectField
          {...field('end_reason')}
          label={patientFormText.end_reason}
          options={reasons}
          placeholder={patientFormText.noEndReason}
        />
        <TextField
          {...count}
          // Shown during typing (product 5.4).
          error={sessionCountProblem(count.value) ?? count.error}
          label={patientFormText.session_count}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
        />
      </div>
    </fieldset>
  );
}
