import type { RepeatableCall } from './call.ts';
import type { Store } from './store.ts';

/** The problems of a form by field. `form` holds the problem of the form as a whole. */
export type Problems<Values> = Partial<Record<keyof Values | 'form', string | undefined>>;

/** The behaviour of a form, from its first values to its next step. */
export type FormOptions<Values, Answer> = {
  defaults: Values;
  /** What it begins with, if that is something else: a draft. */
  begin?: Values | undefined;
  /** Returns the problems that keep the form from being sent. */
  check: (values: Values) => Problems<Values>;
  /** Sends the values. A change through `call` happens once, however often its answer is lost (R26). */
  send: (values: Values, call: RepeatableCall) => Promise<Answer>;
  /** Returns the problems of a refusal, or nothing if the form shows the refusal in an alert. */
  onRefused: (error: unknown) => Problems<Values> | undefined;
  /** The next step. The form stays busy until it is closed or restarted with `restart`. */
  onDone: (answer: Answer, values: Values) => void;
};

export type FormState<Values> = {
  values: Values;
  /** The values of the last check. `problems` belong to these values. */
  sent: Values;
  problems: Problems<Values>;
  isPending: boolean;
};

export function freshForm<Values>(values: Values): FormState<Values> {
  return { values, sent: values, problems: {}, isPending: false };
}

/** The problem of a field. A field changed after the check has none. */
export function problemOf<Values>({ values, sent, problems }: FormState<Values>, name: keyof Values) {
  return values[name] === sent[name] ? problems[name] : undefined;
}

/** Checks and sends the values. A second press during the sending does nothing. */
export async function submitForm<Values, Answer>(
  store: Store<FormState<Values>>,
  { check, send, onRefused, onDone }: FormOptions<Values, Answer>,
  call: RepeatableCall,
): Promise<void> {
  const { values, isPending } = store.get();
  if (isPending) return;
  const problems = check(values);
  const isWrong = Object.values(problems).some(Boolean);
  store.set({ values, sent: values, problems, isPending: !isWrong });
  if (isWrong) return;
  let answer;
  try {
    answer = await send(values, call);
  } catch (error) {
    const refusal = onRefused(error) ?? {};
    store.set({ ...store.get(), problems: refusal, isPending: false });
    return;
  }
  onDone(answer, values);
}
