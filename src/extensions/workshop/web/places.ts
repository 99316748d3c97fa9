import { namedSection, paths, type Address } from '../../../web/paths.ts';
import type { STEPS } from '../contract/routes.ts';

/** The steps of a draft as the page shows them: those of the contract, and two that hold nothing of their own. */
export const SHOWN_STEPS = [
  'basics',
  'licence',
  'questions',
  'scoring',
  'danger',
  'preview',
  'examples',
  'signatures',
  'publish',
] as const satisfies readonly ((typeof STEPS)[number] | 'preview' | 'publish')[];
export type ShownStep = (typeof SHOWN_STEPS)[number];

/** What the page shows. It stands in the fragment of the address. */
export type Shown =
  | { readonly kind: 'list' | 'new' | 'windows' }
  | { readonly kind: 'draft'; readonly id: string; readonly step: ShownStep }
  | { readonly kind: 'published'; readonly id: string; readonly version: string };

const VIEWS = { new: '#new', windows: '#windows' } as const;

export function shownAt(hash: string): Shown {
  if (hash === VIEWS.new) return { kind: 'new' };
  if (hash === VIEWS.windows) return { kind: 'windows' };
  const [, published, version = ''] = /^#published\/([a-z0-9-]+)\/([0-9.]+)$/.exec(hash) ?? [];
  if (published !== undefined) return { kind: 'published', id: published, version };
  const [, id, step = ''] = /^#draft\/([0-9a-f-]{36})(?:\/(\w+))?$/.exec(hash) ?? [];
  if (id === undefined) return { kind: 'list' };
  return { kind: 'draft', id, step: namedSection(`#${step}`, SHOWN_STEPS) };
}

export const placeOf = {
  list: paths.adminQuestionnaires,
  new: `${paths.adminQuestionnaires}${VIEWS.new}`,
  windows: `${paths.adminQuestionnaires}${VIEWS.windows}`,
} as const satisfies Record<string, Address>;

export const draftPlace = (id: string, step: ShownStep = SHOWN_STEPS[0]): Address =>
  `${paths.adminQuestionnaires}#draft/${id}/${step}`;

export const publishedPlace = (id: string, version: string): Address =>
  `${paths.adminQuestionnaires}#published/${id}/${version}`;
