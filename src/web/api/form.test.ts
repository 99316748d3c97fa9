import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FormOptions, freshForm, problemOf, submitForm } from './form.ts';
import { createStore } from './store.ts';

type Values = { code: string; name: string };
type Options = FormOptions<Values, string>;

const noCall = () => Promise.reject(new Error('no call is made here'));

/** A form with the given behaviour, and what became of it. */
function aForm(options: Partial<Options> = {}) {
  const store = createStore(freshForm<Values>({ code: 'P1', name: 'Weber' }));
  const sent: Values[] = [];
  const done: string[] = [];
  const whole: Options = {
    defaults: store.get().values,
    check: () => ({}),
    send: async (values) => {
      sent.push(values);
      return 'answer';
    },
    onRefused: () => undefined,
    onDone: (answer) => done.push(answer),
    ...options,
  };
  const type = (name: keyof Values, value: string) =>
    store.set({ ...store.get(), values: { ...store.get().values, [name]: value } });
  return { store, sent, done, type, submit: () => submitForm(store, whole, noCall) };
}

test('a form without a problem is sent once and says what comes next', async () => {
  const { sent, done, submit } = aForm();
  await submit();
  assert.deepEqual(sent, [{ code: 'P1', name: 'Weber' }]);
  assert.deepEqual(done, ['answer']);
});

test('a form with a problem is not sent, and the problem stands at its field', async () => {
  const { store, sent, submit } = aForm({ check: () => ({ code: 'missing', name: undefined }) });
  await submit();
  assert.deepEqual(sent, []);
  assert.equal(store.get().isPending, false);
  assert.equal(problemOf(store.get(), 'code'), 'missing');
  assert.equal(problemOf(store.get(), 'name'), undefined);
});

test('a second press while the form is on its way sends nothing', async () => {
  const { sent, submit } = aForm();
  await Promise.all([submit(), submit()]);
  assert.equal(sent.length, 1);
});

test('a form that was sent is not sent again until it starts anew', async () => {
  const { store, sent, submit } = aForm();
  await submit();
  await submit();
  assert.equal(sent.length, 1);
  store.set(freshForm(store.get().values));
  await submit();
  assert.equal(sent.length, 2);
});

test('a refusal lands on its field and on the form, loses nothing that was entered, and the form can be sent again', async () => {
  const refusal = { code: 'taken', form: 'not registered' };
  const { store, sent, done, submit } = aForm({
    send: () => Promise.reject(new Error('refused')),
    onRefused: () => refusal,
  });
  await submit();
  const { values, problems, isPending } = store.get();
  assert.deepEqual(values, { code: 'P1', name: 'Weber' });
  assert.equal(problemOf(store.get(), 'code'), 'taken');
  assert.equal(problems.form, 'not registered');
  assert.equal(isPending, false);
  assert.deepEqual([sent, done], [[], []]);
});

test('a field that was changed is no longer called wrong, also when that happened before the refusal came', async () => {
  const form = aForm({
    send: async () => {
      form.type('code', 'P2');
      throw new Error('refused');
    },
    onRefused: () => ({ code: 'taken', name: 'too long' }),
  });
  await form.submit();
  assert.equal(form.store.get().values.code, 'P2');
  assert.equal(problemOf(form.store.get(), 'code'), undefined);
  assert.equal(problemOf(form.store.get(), 'name'), 'too long');
  form.type('name', 'Kaya');
  assert.equal(problemOf(form.store.get(), 'name'), undefined);
});

test('what was wrong with the form as a whole is forgotten as soon as it is sent again', async () => {
  const form = aForm({
    send: () => Promise.reject(new Error('refused')),
    onRefused: () => ({ form: 'not registered' }),
  });
  await form.submit();
  const again = form.submit();
  assert.equal(form.store.get().problems.form, undefined);
  await again;
  assert.equal(form.store.get().problems.form, 'not registered');
});
