import type { Protocol, ProtocolMistake, ProtocolWindow } from './protocol.ts';
import { WINDOW_TYPES } from './window-types.ts';

// What a schema of single fields cannot see in a protocol: how its windows fit together.

/** The mistakes between the fields of a protocol whose single fields are right. */
export function findProtocolMistakes(protocol: Protocol): readonly ProtocolMistake[] {
  return [
    ...protocol.windows.flatMap((window, index) => mistakesOfWindow(window, `windows.${index}`)),
    ...orderMistakes(protocol),
    ...followUpMistakes(protocol),
  ];
}

function mistakesOfWindow(window: ProtocolWindow, path: string): ProtocolMistake[] {
  const mistakes = [
    ...repeatMistakes(window),
    ...labelMistakes(window),
    ...instrumentMistakes(window),
    anchorMistake(window),
  ];
  return mistakes
    .filter((mistake) => mistake !== undefined)
    .map((mistake) => ({ ...mistake, path: `${path}.${mistake.path}` }));
}

function anchorMistake({ type, anchor }: ProtocolWindow): ProtocolMistake | undefined {
  const expected = type === 'PRE' || type === 'INTERMEDIATE' ? 'admission' : 'discharge';
  if (anchor === expected) return undefined;
  return { path: 'anchor', message: `${type} must be counted from ${expected}` };
}

function repeatMistakes({ type, repeat_every_months: repeat }: ProtocolWindow): ProtocolMistake[] {
  if (type === 'INTERMEDIATE' && repeat === undefined)
    return [{ path: 'repeat_every_months', message: 'INTERMEDIATE needs it' }];
  if (type !== 'INTERMEDIATE' && repeat !== undefined)
    return [{ path: 'repeat_every_months', message: 'only INTERMEDIATE is repeated' }];
  return [];
}

function labelMistakes({ type, label, offset }: ProtocolWindow): ProtocolMistake[] {
  const mistakes: ProtocolMistake[] = [];
  const unknown = label.match(/\{(?!(?:n|months)\})[^}]*\}?/);
  if (unknown)
    mistakes.push({ path: 'label', message: `${unknown[0]} stands for nothing; use {n} or {months}` });
  if (label.includes('{n}') !== (type === 'INTERMEDIATE'))
    mistakes.push({ path: 'label', message: '{n} belongs into the label of INTERMEDIATE and of no other' });
  if (label.includes('{months}') && (type === 'INTERMEDIATE' || offset.months === 0))
    mistakes.push({ path: 'label', message: '{months} needs a window with an offset of months' });
  return mistakes;
}

function instrumentMistakes({ instruments }: ProtocolWindow): ProtocolMistake[] {
  const twice = instruments.filter((id, index) => instruments.indexOf(id) !== index);
  return [...new Set(twice)].map((id) => ({ path: 'instruments', message: `${id} is listed twice` }));
}

function orderMistakes({ windows }: Protocol): ProtocolMistake[] {
  const places = windows.map((window) => WINDOW_TYPES.indexOf(window.type));
  const wrong = places.findIndex((place, index) => index > 0 && place <= (places[index - 1] ?? -1));
  if (wrong < 0) return [];
  const message = `each type at most once, in the order ${WINDOW_TYPES.join(', ')}`;
  return [{ path: `windows.${wrong}.type`, message }];
}

function followUpMistakes({ windows }: Protocol): ProtocolMistake[] {
  const afterTherapy = windows
    .map((window, index) => ({ offset: window.offset, type: window.type, path: `windows.${index}.offset` }))
    .filter(({ type }) => type !== 'PRE' && type !== 'INTERMEDIATE');
  return afterTherapy.flatMap(({ offset, type, path }, index) => {
    const before = afterTherapy[index - 1];
    if (!before || roughDays(before.offset) < roughDays(offset)) return [];
    return [{ path, message: `${type} must start after ${before.type}` }];
  });
}

function roughDays(offset: ProtocolWindow['offset']): number {
  return offset.months * 30 + offset.days;
}
