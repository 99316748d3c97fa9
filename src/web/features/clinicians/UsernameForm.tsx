import { type FormEvent, useMemo, useState } from 'react';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';

type UsernameFormProps = {
  id: string;
  label: string;
  hint: string;
  initial: string;
  problemOf: (username: string) => string | undefined;
  /** What the server said against the name that was sent last. */
  refusal: string | undefined;
  onSubmit: (username: string) => void;
};

type Problems = { username?: string };

/** The one field of the modals that name a clinician; a name without a problem is submitted, blanks around it removed. */
export function UsernameForm({ id, label, hint, initial, problemOf, refusal, onSubmit }: UsernameFormProps) {
  const [username, setUsername] = useState(initial);
  const [sent, setSent] = useState<string>();
  const [found, setFound] = useState<Problems>({});
  const refused = username === sent ? refusal : undefined;
  // The form moves the focus when it gets another object.
  const problems = useMemo<Problems>(() => (refused ? { username: refused } : found), [refused, found]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = problemOf(username);
    setFound(problem === undefined ? {} : { username: problem });
    if (problem !== undefined) return;
    setSent(username);
    onSubmit(username.trim().normalize('NFC'));
  };
  return (
    <Form id={id} problems={problems} onSubmit={submit}>
      <TextField
        label={label}
        hint={hint}
        value={username}
        error={problems.username}
        onChange={setUsername}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </Form>
  );
}
