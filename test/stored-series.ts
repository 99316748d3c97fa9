/** A series as Prometheus stores it. */
export type Series = { name: string; labels: Readonly<Record<string, string>> };

const JOB = 'resonanz';
const INSTANCE = '10.0.0.5:18080';

/**
 * The series of a scrape as Prometheus stores them with the scrape configuration of docs/run.md: the target adds `job` and
 * `instance`, and a label of the process with such a name becomes `exported_…`.
 */
export function storedSeries(body: string): Series[] {
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return [{ name: 'up', labels: {} }, ...lines.map(seriesOf)].map(({ name, labels }) => ({
    name,
    labels: { ...withoutTarget(labels), job: JOB, instance: INSTANCE },
  }));
}

function seriesOf(line: string): Series {
  const [, name = '', text = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
  if (name === '') throw new Error(`no line of a scrape: ${line}`);
  const labels = [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, value]) => [label, value]);
  return { name, labels: Object.fromEntries(labels) };
}

function withoutTarget(labels: Series['labels']): Series['labels'] {
  return Object.fromEntries(
    Object.entries(labels).map(([label, value]) => [
      label === 'job' || label === 'instance' ? `exported_${label}` : label,
      value,
    ]),
  );
}

/** The series in the form of PromQL. */
export function textOf({ name, labels }: Series): string {
  const list = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return `${name}{${list.join(', ')}}`;
}
