import type { RepeatableCall } from './call.ts';
import type { Store } from './store.ts';

/** What is wrong with a form: by field, or under `form` with the form as a whole. */
export type Problems<Values> = Partial<Record<keyof Values | 'form', string | undefined>>;

/** A form from its first values to what comes after it was sent. */
export type FormOptions<Values, Answer> = {
  defaults: Values;
  /** What keeps the values from being sent. */
  check: (values: Values) => Problems<Values>;
  /** Sends the values. What goes through `call` is done once, however often an answer gets lost (R26). */
  send: (values: Values, call: RepeatableCall) => Promise<Answer>;
  /** Tells where a refusal belongs. A form that shows the refusal elsewhere, as an alert, gives back nothing. */
  onRefused: (error: unknown) => Problems<Values> | undefined;
  /** What comes next. The form stays busy: it is left, or it starts again with `restart`. */
  onDone: (answer: Answer, values: Values) => void;
};

export type FormState<Values> = {
  values: Values;
  /** The values that were checked and sent last, and what was wrong with them. */
  sent: Values;
  problems: Problems<Values>;
  isPending: boolean;
};

export function freshForm<Values>(values: Values): FormState<Values> {
  return { values, sent: values, problems: {}, isPending: false };
}

/** What is wrong with a field. A field that was changed since is no longer called wrong. */
export function problemOf<Values>({ values, sent, problems }: FormState<Values>, name: keyof Values) {
  return values[name] === sent[name] ? problems[name] : undefined;
}

/** Checks the values and sends them. While they are on their way, a second press does nothing. */
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
