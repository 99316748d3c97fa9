import type { Page } from 'playwright-core';

/** The height of a phone without the bar of the page around the report. */
export const PHONE_ROOM = 844 - 64;

/** The words of charts that are smaller than 12 px, and those beside the score that are larger than 20 px. */
export function wrongLetters(page: Page): Promise<string[]> {
  return page.locator('.rz-report svg text').evaluateAll((texts) =>
    texts.flatMap((text) => {
      const { width } = text.getBoundingClientRect();
      const matrix = (text as SVGTextElement).getScreenCTM();
      if (width === 0 || !matrix) return [];
      const size = Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b);
      const isScore = text.matches('.rz-score .rz-value');
      return size < 12 || (size > 20 && !isScore) ? [`${size.toFixed(1)} px: ${text.textContent}`] : [];
    }),
  );
}
