import type { IsoDate } from '../../domain/iso-date.ts';

/** The export that the operator asks for. */
export type ExportRequest = {
  /** Sorted by id */
  readonly clinics: readonly { readonly id: string; readonly name: string }[];
  readonly clinicNames: 'shown' | 'pseudonyms';
  /** Which patients have the same clinician (record 204). */
  readonly clinicianClusters: 'given' | 'left_out';
  readonly from: IsoDate | null;
  readonly until: IsoDate | null;
  /** The recipient, whose ids and shifts are its own (record 285). Shifted dates need one. */
  readonly project: string | undefined;
  readonly dates: 'as_they_are' | 'shifted';
  readonly freeText: 'included' | 'left_out';
  /** `csv`, and the names of formats that extensions bring. */
  readonly formats: readonly string[];
  /** The options of these formats that were given. */
  readonly formatOptions: Readonly<Record<string, unknown>>;
};

/** The request as one text. An export continues only with the same text. */
export function requestMark({ clinics, ...rest }: ExportRequest): string {
  return JSON.stringify({ ...rest, clinics: clinics.map(({ id }) => id) });
}
