import { createStore } from '../../../web/api/store.ts';
import type { Draft, Task } from '../contract/routes.ts';
import { formOf, wordsOf } from '../domain/form.ts';
import { type OpenField, openFields } from '../domain/open-fields.ts';
import { namedReason, openText, serverSentences } from '../text/open-fields.ts';
import { placeText } from '../text/reasons.ts';

/** A reason, and the field of the page that it is about, as far as the page knows it. */
export type FoundReason = Task & { readonly field: string | null };

const general: readonly string[] = Object.values(openText);

const scaleOf = ({ path }: OpenField) => Number(/^scales\[(\d+)\]/.exec(path)?.[1]);

/** The reasons of a saved draft with their fields. Reasons name no field; the page looks for an open one that fits. */
export function foundReasons({ reasons, instrument }: Draft): readonly FoundReason[] {
  const form = formOf(instrument);
  const whereOf = (field: OpenField): string | null => {
    if (field.step === 'basics') return null;
    const number = scaleOf(field);
    return placeText({ kind: 'scale', number: number + 1, title: wordsOf(form.scales[number]?.title) });
  };
  const left = [...openFields(form)];
  return reasons.map((reason): FoundReason => {
    const at = left.findIndex(
      (field) =>
        field.step === reason.step &&
        (whereOf(field) ?? reason.where) === reason.where &&
        serverSentences(field).includes(reason.what),
    );
    const [field] = at < 0 ? [] : left.splice(at, 1);
    if (!field) return { ...reason, field: null };
    const what = general.includes(reason.what) ? namedReason(field.path, reason.what) : reason.what;
    return { ...reason, what, field: field.path };
  });
}

/** The field that is sought when its step opens. */
const sought = createStore<string | null>(null);

export const seek = sought.set;

/** The control of the sought field; it is sought once. */
export function soughtControl(): HTMLElement | null {
  const field = sought.get();
  sought.set(null);
  return field === null ? null : document.querySelector(`[data-field="${CSS.escape(field)}"]`);
}
