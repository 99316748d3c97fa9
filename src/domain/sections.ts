import * as v from 'valibot';
import { Key } from './instrument-values.ts';

// The sections of reports are data: an instrument, or the protocol in its place, names a default or describes its own.

/** What a section is about, in the order in which a report is read. */
export const SECTION_KINDS = ['symptom', 'function', 'relation', 'resource', 'alliance', 'person'] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

/** The sections that the product brings along. Their names are texts. */
const DEFAULTS = {
  dep: 'symptom',
  anx: 'symptom',
  exis: 'relation',
  evos: 'relation',
  eri: 'resource',
  wai: 'alliance',
  socio: 'person',
  eq5d: 'function',
} as const satisfies Record<string, SectionKind>;
export type DefaultSection = keyof typeof DEFAULTS;

// The keys of an object literal are its own.
const defaultKeys = Object.keys(DEFAULTS) as DefaultSection[];

const Title = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const OwnSection = v.strictObject({
  key: Key,
  title: Title,
  patient_title: Title,
  kind: v.picklist(SECTION_KINDS),
});

/** A default by its key, or a section of one's own. */
export const SectionSchema = v.union(
  [v.picklist(defaultKeys), OwnSection],
  `must be one of ${defaultKeys.join(', ')}, or {key, title, patient_title, kind} with a kind of ${SECTION_KINDS.join(', ')}`,
);

export type Section =
  | v.InferOutput<typeof OwnSection>
  | { readonly key: DefaultSection; readonly kind: SectionKind };

/** What an instrument says of its section. */
type Placed = {
  readonly id: string;
  readonly title: string;
  readonly section?: v.InferOutput<typeof SectionSchema> | undefined;
  readonly scales: readonly { readonly bands?: Counting | undefined }[];
};
type Counting = { readonly condition_severity: 'on' | 'off' };

/** What a protocol says of sections. */
type Placing = {
  readonly sections: Readonly<Record<string, NonNullable<Placed['section']>>>;
  readonly windows: readonly { readonly instruments: readonly string[] }[];
};

/** The section of an instrument. One that names none is a section by itself, so whatever is scored has a place. */
export function sectionOf({ id, title, section, scales }: Placed): Section {
  if (typeof section === 'string') return { key: section, kind: DEFAULTS[section] };
  return section ?? { key: id, title, patient_title: title, kind: scales.length > 0 ? 'symptom' : 'person' };
}

/** Symptoms lead the report, because a small relapse matters more than a large change of a resource. */
export function isSymptom(instrument: Placed): boolean {
  return sectionOf(instrument).kind === 'symptom';
}

/** An instrument in the section that the protocol gives it, or else in its own. */
export function placedBy<One extends Placed>({ sections }: Pick<Placing, 'sections'>, instrument: One): One {
  if (!Object.hasOwn(sections, instrument.id)) return instrument;
  return { ...instrument, section: sections[instrument.id] };
}

/** The ids of the instruments of a protocol, in its order. */
export function askedInstruments({ windows }: Pick<Placing, 'windows'>): readonly string[] {
  return [...new Set(windows.flatMap(({ instruments }) => instruments))];
}

/** The sections of all instruments of a protocol, in the order in which a report is read. */
export function protocolSections(
  protocol: Placing,
  instruments: ReadonlyMap<string, Placed>,
): readonly Section[] {
  const asked = askedInstruments(protocol).flatMap((id) => instruments.get(id) ?? []);
  const sections = asked.map((one) => sectionOf(placedBy(protocol, one)));
  return inReadingOrder([...new Map(sections.map((one) => [one.key, one])).values()]);
}

/** Sections by their kinds. Those of one kind stay in their order, which is the protocol's. */
export function inReadingOrder<One extends { readonly kind: SectionKind }>(
  sections: readonly One[],
): readonly One[] {
  return sections.toSorted(
    (one, other) => SECTION_KINDS.indexOf(one.kind) - SECTION_KINDS.indexOf(other.kind),
  );
}

// The ids of the parts that every report has.
const TAKEN = [
  'answers',
  'crisis',
  'documentation',
  'expected-course',
  'help',
  'more',
  'overview',
  'summary',
];

/** Why these instruments cannot stand in the same reports, as English sentences that name them. */
export function sectionProblems(instruments: readonly Placed[]): readonly string[] {
  const places = instruments.map((one) => ({ ...one, own: sectionOf(one) }));
  return places.flatMap(({ id, own, scales }) => {
    const { key, kind } = own;
    const [first] = places.filter((one) => one.own.key === key);
    return [
      ...(TAKEN.includes(key)
        ? [`the section of "${id}" cannot have the key "${key}", which is a part of every report`]
        : []),
      ...(first && !isSame(first.own, own)
        ? [`"${first.id}" and "${id}" describe the section "${key}" in two ways`]
        : []),
      ...(kind === 'person' && scales.some(({ bands }) => bands?.condition_severity === 'on')
        ? [
            `"${id}" has a scale with condition_severity "on" in a section of the kind "person", which patients do not see`,
          ]
        : []),
    ];
  });
}

// The schema and `sectionOf` write the same keys in the same order.
const isSame = (one: Section, other: Section) => JSON.stringify(one) === JSON.stringify(other);
