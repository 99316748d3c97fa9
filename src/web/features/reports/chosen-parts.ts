import { partSign } from '../../../domain/part-sign.ts';

/** Is a section ticked in the print options of a report? A report without such options has all its sections. */
export function isAnyChosen(report: HTMLElement): boolean {
  const boxes = [...report.querySelectorAll<HTMLInputElement>('[data-report-section]')];
  return boxes.length === 0 || boxes.some(({ checked }) => checked);
}

/** The sections that are ticked in the print options of a report, as an address names them. */
export function chosenParts(report: HTMLElement): string {
  const ticked = [...report.querySelectorAll<HTMLInputElement>('[data-report-section]:checked')];
  const parts = ticked.map((box) => box.dataset['reportSection'] ?? '').filter(Boolean);
  const withAnswers = report.querySelector<HTMLInputElement>('[data-report-details]')?.checked === true;
  return [...parts, ...(withAnswers ? ['answers'] : [])].map(partSign).join('');
}

const placeIn = (report: HTMLElement) => report.querySelector<HTMLElement>('[data-report-nothing]');

/** Says that nothing can be printed while no section is ticked. */
export function sayNothingChosen(report: HTMLElement): void {
  const place = placeIn(report);
  if (place) place.textContent = place.dataset['reportNothing'] ?? '';
}

/** Takes the sentence away when a section is ticked. */
export function forgetNothingChosen(report: HTMLElement): void {
  const place = placeIn(report);
  if (place && isAnyChosen(report)) place.textContent = '';
}
