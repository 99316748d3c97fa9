import type { CrisisAct } from '../domain/crisis.ts';

export const crisisActText = {
  talked: 'Gespräch geführt',
  assessed: 'Suizidalität abgeklärt',
  handed_over: 'an Vertretung übergeben',
  mistake: 'Fehlangabe',
  other: 'anderes',
} as const satisfies Record<CrisisAct, string>;
