import { deputyText as text } from '../../../text/clinicians.ts';
import { codeOf } from '../../api/failure.ts';
import { showFailure } from '../../api/failed-action.ts';
import { showNotice } from '../../api/messages.ts';
import { refreshAnswers, refreshing, useChange } from '../../api/queries.ts';
import { today } from '../../api/clinic-time.ts';
import { useEditForm } from '../../api/use-edit-form.ts';
import { Button } from '../../ui/Button.tsx';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { FormModal } from '../../ui/FormModal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import {
  deputyBody,
  deputyFormOf,
  deputyParts,
  deputyProblems,
  refusedDeputy,
  withDeputy,
} from '../crisis/deputy-form.ts';
import { daysText, deputyshipOf, clinicianLists, type Employee } from './deputy.ts';

type DeputyModalProps = { employee: Employee; employees: readonly Employee[]; onClose: () => void };

/** Names the deputy of a clinician, or takes the deputy away (product 19.4). */
export function DeputyModal({ employee, employees, onClose }: DeputyModalProps) {
  const { id: own, username } = employee;
  const others = employees.filter(({ id, enabled }) => enabled && id !== own);
  const present = deputyshipOf(employee, today());
  const form = useEditForm({
    row: employee,
    formOf: ({ deputy }) => chosenAmong(others, deputyFormOf(deputy, today())),
    parts: deputyParts(others),
    sources: clinicianLists,
    withTheirs: withDeputy,
    check: (values) => deputyProblems(values, present, today()),
    send: (values, call, { revision }) =>
      refreshing(
        clinicianLists,
        call('setDeputyOfClinician', { params: { id: own }, body: { revision, ...deputyBody(values) } }),
      ),
    onRefused: (error) => {
      if (codeOf(error) === 'not_found') onClose();
      return problemsOf(error);
    },
    onDone: (_answer, values) => {
      const { from, until } = deputyBody(values);
      onClose();
      void showNotice(text.done(username, nameOf(others, values.deputy), daysText({ from, until })));
    },
  });
  const { isPending, remove } = useRemoval(employee, onClose);
  return (
    <FormModal
      title={text.title(username)}
      form={{ ...form, isPending: form.isPending || isPending }}
      submit={text.submit}
      lead={<p>{text.lead(username)}</p>}
      buttons={
        present && (
          <Button
            look="secondary"
            disabled={form.isPending}
            pending={isPending}
            onClick={() => void remove()}
          >
            {text.remove}
          </Button>
        )
      }
      onClose={onClose}
    >
      <ChangedMeanwhile changes={form.changes} />
      <SelectField
        {...form.field('deputy')}
        label={text.deputy}
        options={others.map(({ id, username: label }) => ({ value: id, label }))}
        required
      />
      {others.length === 0 && <Notice tone="info">{text.noOthers}</Notice>}
      <DateField {...form.field('from')} label={text.from} required />
      <DateField {...form.field('until')} label={text.until} hint={text.untilHint} required />
    </FormModal>
  );
}

/** The problems of the form after a refusal. One that belongs to no field is shown at once. */
function problemsOf(error: unknown): ReturnType<typeof refusedDeputy> {
  // The clinicians may have changed meanwhile.
  void refreshAnswers(clinicianLists);
  const problems = refusedDeputy(error);
  if (!Object.values(problems).some(Boolean)) void showFailure('setDeputy', error);
  return problems;
}

/** A colleague disabled meanwhile cannot be chosen. */
function chosenAmong(others: readonly Employee[], values: ReturnType<typeof deputyFormOf>) {
  return { ...values, deputy: others.find(({ id }) => id === values.deputy)?.id ?? '' };
}

const nameOf = (employees: readonly Employee[], wanted: string) =>
  employees.find(({ id }) => id === wanted)?.username ?? '';

function useRemoval({ id, username, revision }: Employee, onClose: () => void) {
  const { mutateAsync, isPending } = useChange('setDeputyOfClinician', { refreshes: clinicianLists });
  async function remove() {
    try {
      await mutateAsync({ params: { id }, body: { revision, deputy_id: null } });
      onClose();
      void showNotice(text.removed(username));
    } catch (error) {
      // The page then shows what was changed, and the button is pressed again.
      void refreshAnswers(clinicianLists);
      void showFailure('setDeputy', error);
    }
  }
  return { isPending, remove };
}
