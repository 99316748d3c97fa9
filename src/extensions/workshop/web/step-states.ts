import { type OwnStep, openIn } from '../domain/steps.ts';
import { SIGNATURE_ROLES } from '../contract/routes.ts';
import type { ShownStep } from './places.ts';
import type { DraftWork } from './use-draft.ts';

type Work = Pick<DraftWork, 'draft' | 'content' | 'form' | 'isDirty'>;

const isOwn = (step: ShownStep): step is OwnStep => Object.hasOwn(openIn, step);

/**
 * How many things are left in a step. The page counts while a person types; what only the server finds is added once the draft is
 * saved.
 */
export function openOf({ draft, content, form, isDirty }: Work, step: ShownStep): number {
  if (step === 'preview') return 0;
  if (step === 'publish') return draft.reasons.length;
  const reasons = isDirty ? 0 : draft.reasons.filter((reason) => reason.step === step).length;
  if (step === 'signatures') return SIGNATURE_ROLES.length - (isDirty ? 0 : draft.signatures.length);
  if (!isOwn(step)) return reasons;
  return Math.max(reasons, openIn[step]({ form, ...content }));
}

/** The preview is looked at, and asks for nothing. What is published is no draft any more, so the last step is never done. */
export function stateOf(step: ShownStep, open: number): 'open' | 'done' | 'look' | 'ready' {
  if (step === 'preview') return 'look';
  if (step === 'publish' && open === 0) return 'ready';
  return open > 0 ? 'open' : 'done';
}
