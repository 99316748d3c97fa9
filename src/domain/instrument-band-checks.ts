import { isTScale } from './instrument-items.ts';
import type { Bands, Scale } from './instrument-schema.ts';
import type { JsonPath, Problem } from './json-lines.ts';
import { twice } from './twice.ts';

/** Problems of the bands of a scale: metric, keys, order, severities, cut-offs of groups. */
export function bandProblems(bands: Bands, scale: Scale, path: JsonPath): readonly Problem[] {
  const keys = bands.list.map(({ key }) => key);
  const starts = bands.list.map(({ from }) => from ?? Number.NEGATIVE_INFINITY);
  return [
    ...metricProblems(bands, scale, [...path, 'metric']),
    ...twice(keys, (index) => [...path, 'list', index, 'key'], 'band'),
    ...bands.list.flatMap(({ from }, index) => {
      const place = [...path, 'list', index, 'from'];
      if (index === 0)
        return from === null ? [] : [{ path: place, message: 'The lowest band begins with null.' }];
      if ((starts[index] ?? 0) > (starts[index - 1] ?? 0)) return [];
      return [{ path: place, message: 'Each band must begin above the band before it.' }];
    }),
    ...bands.list.flatMap((band, index) => {
      if (bands.condition_severity === 'off' || band.condition_severity) return [];
      const message = 'With condition_severity "on" every band needs a condition_severity.';
      return [{ path: [...path, 'list', index], message }];
    }),
    ...groupProblems(bands, [...path, 'groups']),
  ];
}

function metricProblems({ metric }: Bands, scale: Scale, path: JsonPath): readonly Problem[] {
  if (metric === 't' && !isTScale(scale))
    return [{ path, message: 'Only an irt scale and one with a norm_set have T-scores.' }];
  if (metric === 'raw' && isTScale(scale) && scale.method !== 'irt')
    return [{ path, message: 'A scale with a norm_set is read in T: its bands need the metric "t".' }];
  return [];
}

function groupProblems({ list, groups = [] }: Bands, path: JsonPath): readonly Problem[] {
  const ids = groups.map(({ id }) => id);
  return [
    ...twice(ids, (index) => [...path, index, 'id'], 'group'),
    ...groups.flatMap(({ cuts, group }, index) => {
      const isRising = cuts.every((cut, at) => at === 0 || cut > (cuts[at - 1] ?? cut));
      if (!group.genders && !group.age)
        return [{ path: [...path, index, 'group'], message: 'A group needs genders or an age.' }];
      if (cuts.length === list.length - 1 && isRising) return [];
      const message = `The cuts must be ${list.length - 1}, one for each band but the lowest, and rise.`;
      return [{ path: [...path, index, 'cuts'], message }];
    }),
  ];
}
