import type { Instrument } from './instrument-schema.ts';
import { sectionOf } from './sections.ts';

/**
 * What a clinician sees of the answers to an instrument. Patients rate the alliance about the very person who reads the
 * report, so the single answers are shown only if the file says so, and then the page of the survey says it too.
 */
export function answersShown(instrument: Instrument): 'all' | 'scales_only' {
  return instrument.answers_shown ?? (sectionOf(instrument).kind === 'alliance' ? 'scales_only' : 'all');
}
