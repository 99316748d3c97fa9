import { loginFormText } from '../../../text/login.ts';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { ClinicsState } from './use-clinics.ts';

type ClinicFieldProps = {
  state: ClinicsState;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

export function ClinicField({ state, value, error, onChange }: ClinicFieldProps) {
  const clinics = state.kind === 'loaded' ? state.clinics : [];
  return (
    <>
      <SelectField
        label={loginFormText.clinic}
        value={value}
        error={error}
        onChange={onChange}
        placeholder={state.kind === 'loading' ? loginFormText.clinicsLoading : loginFormText.chooseClinic}
        options={clinics.map(({ id, name }) => ({ value: id, label: name }))}
        name="clinic"
        required
      />
      {state.kind === 'failed' && (
        <Notice tone="error">
          <p>{loginFormText.clinicsFailed}</p>
          <Button look="secondary" onClick={state.retry}>
            {uiText.retry}
          </Button>
        </Notice>
      )}
    </>
  );
}
