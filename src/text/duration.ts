/** How long a survey still takes. Zero minutes: less than one. */
export function minutesLeftText(minutes: number): string {
  if (minutes === 0) return 'gleich geschafft';
  return minutes === 1 ? 'noch etwa 1 Minute' : `noch etwa ${minutes} Minuten`;
}

/** How long a survey takes that has not begun, above two minutes in steps of five: a patient plans no closer. */
export function wholeDurationText(minutes: number): string {
  if (minutes === 1 || minutes === 2) return minutes === 1 ? 'etwa 1 Minute' : 'etwa 2 Minuten';
  return `etwa ${Math.max(1, Math.ceil(minutes / 5)) * 5} Minuten`;
}
