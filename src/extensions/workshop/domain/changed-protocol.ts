import { conditionMisfits } from '../../../domain/instrument-condition-checks.ts';
import { instrumentItems, sharedItemIds } from '../../../domain/instrument-items.ts';
import type { Instrument } from '../../../domain/instrument-schema.ts';
import type { Protocol } from '../../../domain/protocol.ts';
import { askedInstruments, placedBy, sectionProblems } from '../../../domain/sections.ts';
import type { WindowType } from '../../../domain/window-types.ts';

type Instruments = ReadonlyMap<string, Instrument>;
export type WantedWindow = { readonly type: WindowType; readonly instruments: readonly string[] };

/** Why windows cannot ask for these questionnaires. `ids` names instruments in the order of the window. */
export type Misfit =
  | { readonly code: 'missing' | 'unknown' | 'twice' | 'empty'; readonly type: WindowType }
  | { readonly code: 'no_instrument' | 'listed_twice'; readonly type: WindowType; readonly id: string }
  | { readonly code: 'shared_items'; readonly type: WindowType; readonly ids: readonly string[] }
  | {
      readonly code: 'condition';
      readonly type: WindowType;
      readonly id: string;
      readonly on: string | undefined;
    }
  | { readonly code: 'section'; readonly type: WindowType | undefined; readonly ids: readonly string[] };

/** The protocol with these questionnaires in its windows. What it says of windows, parts and skips stays. */
export function withQuestionnaires(protocol: Protocol, wanted: readonly WantedWindow[]): Protocol {
  const windows = protocol.windows.map((window) => {
    const ids = wanted.find(({ type }) => type === window.type)?.instruments;
    return { ...window, instruments: [...(ids ?? window.instruments)] };
  });
  const asked = askedInstruments({ windows });
  const sections = Object.entries(protocol.sections).filter(([id]) => asked.includes(id));
  return { ...protocol, windows, sections: Object.fromEntries(sections) };
}

/** Every reason for which the windows of a protocol cannot ask for these questionnaires. */
export function misfitsOf(
  protocol: Protocol,
  wanted: readonly WantedWindow[],
  instruments: Instruments,
): readonly Misfit[] {
  const own = [...windowMisfits(protocol, wanted), ...wanted.flatMap((one) => listMisfits(one, instruments))];
  // The other checks need whole windows.
  return own.length > 0 ? own : joinedMisfits(withQuestionnaires(protocol, wanted), instruments);
}

function windowMisfits({ windows }: Protocol, wanted: readonly WantedWindow[]): readonly Misfit[] {
  const known = windows.map(({ type }) => type);
  const given = wanted.map(({ type }) => type);
  const missing = known.filter((type) => !given.includes(type));
  const unknown = new Set(given.filter((type) => !known.includes(type)));
  return [
    ...missing.map((type) => ({ code: 'missing' as const, type })),
    ...[...unknown].map((type) => ({ code: 'unknown' as const, type })),
    ...twiceIn(given).map((type) => ({ code: 'twice' as const, type })),
  ];
}

function listMisfits({ type, instruments: ids }: WantedWindow, instruments: Instruments): readonly Misfit[] {
  if (ids.length === 0) return [{ code: 'empty', type }];
  const unknown = [...new Set(ids)].filter((id) => !instruments.has(id));
  return [
    ...unknown.map((id) => ({ code: 'no_instrument' as const, type, id })),
    ...twiceIn(ids).map((id) => ({ code: 'listed_twice' as const, type, id })),
  ];
}

const twiceIn = <One>(list: readonly One[]): readonly One[] => [
  ...new Set(list.filter((one, index) => list.indexOf(one) !== index)),
];

/** What the checks of a protocol file say of instruments that stand together. */
function joinedMisfits(protocol: Protocol, instruments: Instruments): readonly Misfit[] {
  const read = (ids: readonly string[]) => ids.flatMap((id) => instruments.get(id) ?? []);
  const shared = protocol.windows.flatMap(({ type, instruments: ids }) =>
    pairsOf(read(ids))
      .filter((pair) => sharedItemIds(pair).length > 0)
      .map((pair) => ({ code: 'shared_items' as const, type, ids: pair.map(({ id }) => id) })),
  );
  const owner = (item: string) =>
    [...instruments.values()].find((one) => instrumentItems(one).some(({ id }) => id === item))?.id;
  const conditions = conditionMisfits(protocol, instruments).map(({ type, instrument: id, item }) => {
    return { code: 'condition' as const, type, id, on: owner(item) };
  });
  const placed = read(askedInstruments(protocol)).map((one) => placedBy(protocol, one));
  const sections = [...placed.map((one) => [one]), ...pairsOf(placed)]
    .filter((some) => sectionProblems(some).length > 0)
    .map((some) => {
      const ids = some.map(({ id }) => id);
      const window = protocol.windows.find((one) => ids.every((id) => one.instruments.includes(id)));
      return { code: 'section' as const, type: window?.type, ids };
    });
  return [...shared, ...unique(conditions), ...sections];
}

function pairsOf<One>(list: readonly One[]): readonly (readonly One[])[] {
  return list.flatMap((one, index) => list.slice(index + 1).map((other) => [one, other]));
}

/** Several clauses of one condition are one reason. */
function unique(misfits: readonly Misfit[]): readonly Misfit[] {
  return [...new Map(misfits.map((one) => [JSON.stringify(one), one])).values()];
}
