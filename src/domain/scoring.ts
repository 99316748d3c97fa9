import type { ConditionSeverity } from './window-types.ts';
import { type NormedPerson, scoreScale, type ScaleScore } from './scoring-scales.ts';
import type { StoredPage, SurveyPlan } from './survey-plan.ts';
import { shownSurvey } from './survey-shown.ts';

/** Stored with every score. Raise it when the same answers could give other numbers. */
export const ALGORITHM_VERSION = 'scoring-1.0.0';

export type SessionScores = {
  readonly algorithm_version: string;
  readonly scales: readonly ScaleScore[];
  readonly condition_severity: ConditionSeverity;
};

const RANKS = { UNKNOWN: 0, LOW: 1, MEDIUM: 2, HIGH: 3 } satisfies Record<ConditionSeverity, number>;

/**
 * The scores of a session: every scale of every instrument that was asked, in the order of the plan. Depends only on its arguments.
 * `person` chooses among the norms for groups (`hasNormGroups`). Throws if the stored answers do not fit the plan.
 */
export function scoreSession(
  plan: SurveyPlan,
  storedPages: readonly StoredPage[],
  person: NormedPerson | null = null,
): SessionScores {
  const answers = storedPages.flatMap((page) => page.answers);
  const { hidden, notAsked } = shownSurvey(plan, answers);
  const asked = plan.instruments.filter(({ id }) => !hidden.has(id));
  const given = { answers, notAsked };
  const scales = asked.flatMap((instrument) =>
    instrument.scales.map((scale) => scoreScale(scale, instrument, given, plan, person)),
  );
  return {
    algorithm_version: ALGORITHM_VERSION,
    scales,
    condition_severity: plan.condition_severity === 'off' ? 'UNKNOWN' : worstSeverity(scales),
  };
}

/** True if the scores need to know gender and age. */
export function hasNormGroups({ instruments }: Pick<SurveyPlan, 'instruments'>): boolean {
  return instruments.some(({ scales }) =>
    scales.some((scale) => scale.method === 'irt' && scale.norm_groups.length > 0),
  );
}

/** The worst severity of the scales that count for the condition; UNKNOWN if none has a score (product 14.4). */
export function worstSeverity(scales: readonly Pick<ScaleScore, 'condition_severity'>[]): ConditionSeverity {
  return scales
    .map((score) => score.condition_severity ?? 'UNKNOWN')
    .reduce((worst, severity) => (RANKS[severity] > RANKS[worst] ? severity : worst), 'UNKNOWN');
}
