import type { SurveyPage } from '../../../contract/surveys.ts';
import { lastEnd, session } from '../../api/session.ts';
import type { Entries } from './entries.ts';

let kept: { page: string; entries: Entries } | null = null;

// Whoever goes leaves nothing behind (R35); only a login that was lost is taken up again.
session.subscribe(() => {
  if (!session.get() && lastEnd.get() !== 'lost') kept = null;
});

/**
 * Remembers what is on the screen when the login is lost: the last two seconds are in no draft yet, and what was just
 * sent may have been refused. Memory alone, and for this very page of this very survey.
 */
export function keepIfLost(page: SurveyPage, entries: Entries): void {
  if (!session.get() && lastEnd.get() === 'lost') kept = { page: nameOf(page), entries };
}

/** What was on this page when the login was lost. */
export function lostEntries(page: SurveyPage): Entries | null {
  return kept?.page === nameOf(page) ? kept.entries : null;
}

/** The page is shown again, or another one: there is nothing left to bring back. */
export function forgetLost(): void {
  kept = null;
}

// A survey session has one patient, and its id cannot be guessed.
function nameOf({ survey_session_id: id, items }: SurveyPage): string {
  return [id, ...items.map((item) => item.id)].join(' ');
}
