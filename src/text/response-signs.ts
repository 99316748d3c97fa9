import type { QualitySign } from '../domain/response-quality.ts';

const signWords = {
  fast: 'sehr schnell',
  uniform: 'gleichförmig',
  contradictory: 'widersprüchlich',
  misfit: 'Antworten passen schlecht zueinander',
} as const satisfies Record<QualitySign, string>;

/** Names unusual answers without a judgement of the person. */
export function signsText(signs: readonly QualitySign[]): string {
  const named = signs.map((sign) => signWords[sign]).join(', ');
  return `Antwortmuster ungewöhnlich: ${named}. Alle Werte sind wie sonst berechnet.`;
}
