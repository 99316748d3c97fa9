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
  /** The values that could not be sent or were refused last, and why. */
  refused: { values: Values; problems: Problems<Values> };
  isPending: boolean;
};

export function freshForm<Values>(values: Values): FormState<Values> {
  return { values, refused: { values, problems: {} }, isPending: false };
}

/** The values with one of them changed. */
export function withField<Values, Name extends keyof Values>(
  values: Values,
  name: Name,
  value: Values[Name],
): Values {
  const next = { ...values };
  next[name] = value;
  return next;
}

/** What is wrong with a field. A field that has changed since the refusal is no longer called wrong. */
export function problemOf<Values>({ values, refused }: FormState<Values>, name: keyof Values) {
  return values[name] === refused.values[name] ? refused.problems[name] : undefined;
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
  const isRefused = Object.values(problems).some((problem) => problem !== undefined);
  store.set({ values, refused: { values, problems }, isPending: !isRefused });
  if (isRefused) return;
  let answer: Answer;
  try {
    answer = await send(values, call);
  } catch (error) {
    const refusal = onRefused(error) ?? {};
    store.set({ ...store.get(), refused: { values, problems: refusal }, isPending: false });
    return;
  }
  onDone(answer, values);
}
