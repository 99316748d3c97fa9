import { patientFormText as text } from '../../../text/patients.ts';
import { failureSentence } from '../../api/messages.ts';
import { useAnswer } from '../../api/queries.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

type ClinicianFieldProps = {
  label: string;
  /** A username, or '' for none. */
  value: string;
  error: string | undefined;
  onChange: (username: string) => void;
};

/** The enabled clinicians of the clinic. */
export function ClinicianField({ label, value, error, onChange }: ClinicianFieldProps) {
  const { data, error: failure, refetch } = useAnswer('listClinicians');
  if (failure && !data)
    return <LoadFailed sentence={failureSentence('listClinicians', failure)} retry={refetch} />;
  if (!data) return <Spinner label={text.cliniciansLoading} />;
  const enabled = data.clinicians.filter((clinician) => clinician.enabled);
  return (
    <SelectField
      label={label}
      value={value}
      error={error}
      onChange={onChange}
      options={enabled.map(({ username }) => ({ value: username, label: username }))}
    />
  );
}
