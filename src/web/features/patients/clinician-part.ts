import type { ClinicianPatient } from '../../../contract/patients.ts';
import type { Part } from '../../api/chunk.ts';
import type { IconName } from '../../ui/Icon.tsx';

/** What an extension shows clinicians, of their patients for the most part. Each place may stay empty. */
export type ClinicianPart = {
  readonly sign?: Sign;
  /** Stands above the panels of the home, where it has something to say. */
  readonly OnHome?: Part<object>;
  /** Stands above the results of a patient. */
  readonly AboveResults?: Part<{ patient: ClinicianPatient }>;
};

/** A reason to look at a patient: a word in the column of results, and a filter of the list. */
export type Sign = {
  /** The name of its filter. */
  readonly id: string;
  readonly icon: IconName;
  readonly word: string;
  /** The words after the number of patients. */
  readonly waiting: (count: number) => string;
  readonly isOpen: (patient: ClinicianPatient) => boolean;
  /** It is open, or it was once. The column offers its word as a filter if this holds for a patient. */
  readonly isKnown: (patient: ClinicianPatient) => boolean;
};
