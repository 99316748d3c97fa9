import { ownValue } from '../../../domain/own-value.ts';
import { typedValue } from './fhir-values.ts';
import { isNode } from './fhir-versions.ts';

// Forms as programs write them, where a person completes the draft: what means the same is written as FHIR does, and what a
// question loses by it is listed.

type Lost = { readonly name: string; readonly place: string };

export function mendedForm(questionnaire: unknown): {
  readonly form: unknown;
  readonly lost: readonly Lost[];
} {
  const lost: Lost[] = [];
  return { form: mended(questionnaire, 'Questionnaire', lost), lost };
}

function mended(node: unknown, place: string, lost: Lost[]): unknown {
  if (Array.isArray(node)) return node.map((one: unknown) => mended(one, place, lost));
  if (!isNode(node)) return node;
  const here = typeof node['linkId'] === 'string' ? node['linkId'] : place;
  const entries = Object.entries(node).map(([name, value]): [string, unknown] => {
    if (typeof value === 'string') return [name, typedValue(name, value)];
    if (name === 'code' && Array.isArray(value)) return [name, withCodes(value, here, lost)];
    if (name === 'answerOption' && Array.isArray(value))
      return [
        name,
        mended(
          value.map((one: unknown) => plainAnswer(one, here, lost)),
          here,
          lost,
        ),
      ];
    return [name, mended(value, here, lost)];
  });
  return asked(Object.fromEntries(entries), here, lost);
}

/** Codings of an item that have a code. */
function withCodes(list: readonly unknown[], place: string, lost: Lost[]): readonly unknown[] {
  const coded = list.filter((one) => !isNode(one) || one['code'] !== undefined);
  if (coded.length < list.length) lost.push({ name: 'coding without a code', place });
  return coded;
}

/** An answer with words alone, or a day or a time, as a text. */
function plainAnswer(option: unknown, place: string, lost: Lost[]): unknown {
  if (!isNode(option)) return option;
  const { valueCoding: coding, valueDate: day, valueTime: time, ...others } = option;
  if (isNode(coding) && coding['code'] === undefined && typeof coding['display'] === 'string') {
    const { display, extension = [], ...rest } = coding;
    const more = [others['extension'] ?? [], extension].flat();
    if (Object.keys(rest).length > 0) lost.push({ name: 'answers without a code', place });
    return { ...others, valueString: display, ...(more.length > 0 ? { extension: more } : {}) };
  }
  const plain = day ?? time;
  if (typeof plain !== 'string') return option;
  lost.push({ name: `type of the answers (${day === undefined ? 'time' : 'date'})`, place });
  return { ...others, valueString: plain };
}

/** What several questions of FHIR can ask in one of ours. */
function asked(item: Readonly<Record<string, unknown>>, place: string, lost: Lost[]): unknown {
  const { type, repeats, ...others } = item;
  if (item['linkId'] === undefined) return item;
  const isListed = item['answerOption'] !== undefined || item['answerValueSet'] !== undefined;
  if (isListed && (type === 'time' || type === 'dateTime')) return { ...item, type: 'choice' };
  const isWritten = type === 'string' || type === 'text';
  if (!isWritten || isListed || repeats !== true || ownValue(item, 'item') !== undefined) return item;
  lost.push({ name: 'several answers, written into one field', place });
  return { ...others, type: 'text' };
}
