import { numberText } from '../../../text/locale.ts';
import type { OpenField } from '../domain/open-fields.ts';
import { basicsText, scoringText } from './steps.ts';

/** What is the matter with a field, at the field. */
export const openText = {
  missing: 'Diese Angabe fehlt noch.',
  undecided: 'Diese Angabe fehlt noch.',
  number: 'Hier muss eine Zahl stehen.',
  unsorted: 'Dieser Wert muss größer sein als der des Bereichs davor.',
} as const satisfies Record<OpenField['matter'], string>;

const basics: Readonly<Record<string, string>> = {
  id: basicsText.id,
  title: basicsText.name,
  purpose: basicsText.purpose,
  source: basicsText.source,
  language: basicsText.language,
};
const ofScale: Readonly<Record<string, string>> = {
  title: scoringText.name,
  direction: scoringText.direction,
  clinician: scoringText.clinician,
  patient: scoringText.patient,
  formula: scoringText.formula,
  items: scoringText.all,
  'bands.source': scoringText.bandsSource,
};
const ofBand: Readonly<Record<string, string>> = {
  from: scoringText.from,
  label: scoringText.bandLabel,
  clinician: scoringText.bandClinician,
  patient: scoringText.bandPatient,
};

/** A field by its label on the page. */
export function fieldName(path: string): string {
  const [, band, inBand = ''] = /bands\.list\[(\d+)\]\.(.+)$/.exec(path) ?? [];
  if (band !== undefined) return `${ofBand[inBand] ?? inBand} (Bereich ${numberText(Number(band) + 1)})`;
  const [, inScale] = /^scales\[\d+\]\.(.+)$/.exec(path) ?? [];
  return inScale === undefined ? (basics[path] ?? path) : (ofScale[inScale] ?? inScale);
}

/** The reason of the server with the name of its field. */
export const namedReason = (path: string, what: string): string => `„${fieldName(path)}“: ${what}`;
