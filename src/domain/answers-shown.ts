import type { Instrument } from './instrument-schema.ts';

/**
 * What a clinician sees of the answers to an instrument. Patients rate the alliance about the very person who reads the
 * report, so the single answers are shown only if the file says so, and then the page of the survey says it too.
 */
export function answersShown({
  answers_shown: stated,
  section,
}: Pick<Instrument, 'answers_shown' | 'section'>): 'all' | 'scales_only' {
  return stated ?? (section === 'wai' ? 'scales_only' : 'all');
}
