import { parseInstrument, type Instrument, type InstrumentMistake } from '../../../domain/instrument.ts';
import { showPath, type Problem } from '../../../domain/json-lines.ts';
import { isUndecided, undecidedProblems } from '../../../domain/undecided.ts';
import type { DraftContent } from './draft.ts';
import { dangerRules } from './danger.ts';
import { draftItems } from './draft-items.ts';

/** What the draft does not hold itself. */
export type Beside = {
  /** The licence in words. */
  readonly licence: string;
  /** Who decided about danger. */
  readonly decidedBy: string;
};

/** The keys of an instrument file that follow from the other parts of a draft. */
const DERIVED = ['status', 'licence', 'crisis', 'crisis_decided_by'] as const;

/** The part of an instrument file that a person edits. */
export function editedPart(file: object): Record<string, unknown> {
  const derived: readonly string[] = DERIVED;
  return Object.fromEntries(Object.entries(file).filter(([key]) => !derived.includes(key)));
}

/** The instrument file that a draft becomes. */
export function instrumentFile(
  { instrument, licence: { kind }, danger }: DraftContent,
  { licence, decidedBy }: Beside,
): Record<string, unknown> {
  return {
    ...editedPart(instrument),
    status: kind === 'licensed' ? 'licensed' : 'published',
    licence,
    crisis: dangerRules(draftItems(instrument), danger),
    crisis_decided_by: decidedBy,
  };
}

/** A draft as far as it is an instrument already: what is undecided has a neutral value. */
export type ReadDraft = {
  /** Null while it has mistakes. */
  readonly instrument: Instrument | null;
  readonly undecided: readonly Problem[];
  readonly mistakes: readonly Pick<InstrumentMistake, 'path' | 'message'>[];
};

// Stands for what is not known yet, in the preview too.
const STILL_OPEN = '…';
const NEUTRAL: Readonly<Record<string, string>> = { language: 'de', direction: 'high_is_worse' };

export function readDraft(content: DraftContent): ReadDraft {
  const file = instrumentFile(content, { licence: STILL_OPEN, decidedBy: STILL_OPEN });
  const undecided = undecidedProblems(file);
  const text = JSON.stringify(file, (key, value: unknown) =>
    isUndecided(value) ? (NEUTRAL[key] ?? STILL_OPEN) : value,
  );
  const parsed = parseInstrument(text);
  if (parsed.kind === 'instrument') return { instrument: parsed.instrument, undecided, mistakes: [] };
  const open = new Set(undecided.map(({ path }) => showPath(path)));
  const mistakes = parsed.mistakes.filter(({ path }) => !open.has(path));
  return { instrument: null, undecided, mistakes };
}
