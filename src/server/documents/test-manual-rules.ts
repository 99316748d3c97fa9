import type { StopSettings } from '../../domain/instrument-adaptive-schema.ts';
import type { AdaptiveDimension } from '../../domain/instrument-schema.ts';
import { WINDOW_TYPES } from '../../domain/window-types.ts';
import { manualText as text } from '../../text/test-manual.ts';
import { germanNumber } from '../print/number-format.ts';

type Fact = readonly [string, string];

/** The rules of an adaptive test, as the test manual shows them. */
export function ruleFacts({ model, items, adaptive }: AdaptiveDimension): readonly Fact[] {
  const names = text.ruleFacts;
  return [
    [names.model, text.model[model]],
    [names.bank, String(items.length)],
    [names.criterion, text.criterion[adaptive.criterion]],
    [names.estimator, text.estimator(priorText(adaptive))],
    [names.stop, stopText(adaptive.stop)],
    ...lastEstimateFacts(adaptive),
    ...windowFacts(adaptive),
    ...choiceFacts(adaptive),
  ];
}

function priorText({ prior }: AdaptiveDimension['adaptive']): string {
  if (!prior) return text.standardPrior;
  return text.prior(germanNumber(prior.mean, 2), germanNumber(prior.sd, 2));
}

function stopText({ se_below: se, min_items: fewest, max_items: most, ...stop }: StopSettings): string {
  const { healthiest, classified } = stop;
  const cuts = classified?.cuts.map((cut) => germanNumber(cut, 2)).join(' / ') ?? '';
  const ends = [
    ...(se === undefined ? [] : [text.stopAt(germanNumber(se, 2), fewest)]),
    ...(classified ? [text.stopClassified(cuts, germanNumber(classified.z, 2), fewest)] : []),
    text.stopMost(most),
    ...(healthiest ? [text.stopHealthy(healthiest.items)] : []),
  ];
  return ends.join(', ');
}

function lastEstimateFacts({ last_estimate: rule }: AdaptiveDimension['adaptive']): readonly Fact[] {
  if (!rule) return [];
  const weeks = germanNumber(rule.memory_weeks, 0);
  return [[text.ruleFacts.lastEstimate, text.lastEstimate(rule.windows.join(', '), weeks)]];
}

function windowFacts({ stop_in: rules }: AdaptiveDimension['adaptive']): readonly Fact[] {
  return WINDOW_TYPES.flatMap((window): readonly Fact[] => {
    const stop = rules?.[window];
    return stop === undefined ? [] : [[text.stopIn(window), stopText(stop)]];
  });
}

function choiceFacts(adaptive: AdaptiveDimension['adaptive']): readonly Fact[] {
  const { randomesque, content, start_item: start, enemies, exposure } = adaptive;
  const names = text.ruleFacts;
  const shares = Object.entries(content ?? {}).map(([facet, share]) =>
    text.facetShare(facet, germanNumber(share * 100, 0)),
  );
  const limits = Object.entries(exposure ?? {}).map(([item, share]) => `${item}: ${germanNumber(share, 2)}`);
  return [
    ...(content ? [[names.content, shares.join(', ')] as const] : []),
    ...(start === undefined ? [] : [[names.start, start] as const]),
    ...(enemies ? [[names.enemies, enemies.map((set) => set.join(' / ')).join('; ')] as const] : []),
    ...(exposure ? [[names.exposure, limits.join(', ')] as const] : []),
    ...(randomesque > 1 ? [[names.randomesque, text.randomesque(randomesque)] as const] : []),
  ];
}
