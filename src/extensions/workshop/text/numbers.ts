const decimals = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 4, useGrouping: false });

/** A number as people write it in German. */
export const germanDecimal = (value: number): string => decimals.format(value);
