import { type FormEvent, useState } from 'react';
import type { UserType } from '../../../contract/accounts.ts';
import { codeWrongText } from '../../../text/login.ts';
import { type CodeKind, type LoginForm, loginProblems, type LoginProblems } from './credentials.ts';
import { useClinics } from './use-clinics.ts';
import { useLogIn } from './use-log-in.ts';

const emptyForm: LoginForm = { clinic: '', username: '', password: '', code: '' };

/** The state of the login form. What was typed stays, also when a code is asked for after it. */
export function useLoginForm(userType: UserType) {
  const clinics = useClinics();
  const { start, isPending, failure } = useLogIn(userType);
  const [typed, setForm] = useState(emptyForm);
  const [problems, setProblems] = useState<LoginProblems>({});
  const [codeKind, setCodeKind] = useState<CodeKind>(null);
  const form = { ...typed, clinic: typed.clinic || onlyClinic(clinics) };

  async function send() {
    const refusal = await start(form, codeKind);
    if (refusal === 'second_factor_required') setCodeKind(codeKind ?? 'app');
    if (refusal === 'second_factor_wrong') setProblems({ code: codeWrongText[codeKind ?? 'app'] });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = loginProblems(userType, form, codeKind);
    setProblems(found);
    if (Object.keys(found).length === 0 && !isPending) void send();
  }

  function change(name: keyof LoginForm, value: string) {
    setForm({ ...form, [name]: value });
    // Somebody else may have no second factor.
    if (name === 'clinic' || name === 'username') setCodeKind(null);
  }

  function chooseCode(kind: CodeKind) {
    setCodeKind(kind);
    setForm({ ...form, code: '' });
    setProblems({});
  }

  const field = (name: keyof LoginForm) => ({
    value: form[name],
    error: problems[name],
    onChange: (value: string) => change(name, value),
  });

  return { clinics, problems, field, codeKind, chooseCode, submit, failure, isPending };
}

function onlyClinic(state: ReturnType<typeof useClinics>): string {
  if (state.kind !== 'loaded' || state.clinics.length !== 1) return '';
  return state.clinics[0]?.id ?? '';
}
