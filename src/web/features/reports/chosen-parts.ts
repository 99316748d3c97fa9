/** The sections that are ticked in the print options of a report, as an address names them. */
export function chosenParts(report: HTMLElement | null): string {
  const ticked = [...(report?.querySelectorAll<HTMLInputElement>('[data-report-section]:checked') ?? [])];
  const parts = ticked.map((box) => box.dataset['reportSection'] ?? '').filter(Boolean);
  const withAnswers = report?.querySelector<HTMLInputElement>('[data-report-details]')?.checked === true;
  // Open events and the changes are on the page in any case.
  return [...(parts.length > 0 ? parts : ['overview']), ...(withAnswers ? ['answers'] : [])].join('-');
}
