import { type Form, type FormBand, type FormScale, wordsOf } from '../domain/form.ts';
import { isColumn } from '../domain/scales.ts';
import { signerText } from '../text/late-steps.ts';
import { readText as text, scoringText } from '../text/steps.ts';
import { itemNames } from './asked-if.ts';
import { scaleNames } from './ScoringStep.tsx';

/** All that is computed and said of each scale, for those who sign it. */
export function ReadScales({ form }: { form: Form }) {
  const names = scaleNames(form);
  if (form.scales.length === 0) return <p>{scoringText.none}</p>;
  return (
    <div className="stack gap-5">
      {form.scales.map((scale) => (
        <section key={scale.key} className="stack gap-2" aria-label={names.get(scale.key)}>
          <h3>{names.get(scale.key)}</h3>
          {wordsOf(scale.patient_title) && <p>{text.patientName(wordsOf(scale.patient_title))}</p>}
          <p>{scoring(scale, form).join(' ')}</p>
          <p>{text.clinicians(said(scale.clinician))}</p>
          <p>{text.patients(said(scale.patient))}</p>
          {scale.bands && (
            <>
              <ul className="stack gap-2 marked">
                {scale.bands.list.map((band) => (
                  <Band key={band.key} band={band} />
                ))}
              </ul>
              <p>{text.source(scoringText.bandsSource, said(scale.bands.source))}</p>
            </>
          )}
          {scale.reliable_change && <p>{changeOf(scale.reliable_change)}</p>}
        </section>
      ))}
    </div>
  );
}

const said = (words: unknown) => wordsOf(words) || text.nothing;

function changeOf({ sd, reliability, source }: Readonly<Record<string, unknown>>): string {
  return text.change(said(sd), said(reliability), said(source));
}

function Band({ band }: { band: FormBand }) {
  const { from, label, clinician, patient, condition_severity: severity } = band;
  const severities: Readonly<Record<string, string>> = scoringText.severities;
  const begin = from === null ? scoringText.lowest : `${scoringText.from} ${wordsOf(from)}`;
  return (
    <li>
      <p>
        <strong>{`${begin}: ${wordsOf(label)}`}</strong>
        <span>{` ${text.severity(severities[severity ?? ''] ?? scoringText.noSeverity)}`}</span>
      </p>
      <p>{text.clinicians(said(clinician))}</p>
      <p>{text.patients(said(patient))}</p>
    </li>
  );
}

/** How the score comes out, sentence by sentence. */
function scoring(scale: FormScale, form: Form): readonly string[] {
  const { method, items = [], reversed = [], formula, factor, range, direction } = scale;
  const methods: Readonly<Record<string, string>> = { ...text.methods, ...scoringText.methods };
  const directions: Readonly<Record<string, string>> = scoringText.directions;
  const names = itemNames(form);
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(', ');
  const counted = items.length > 0 ? text.counts(named(items)) : text.countsNone;
  const rule = formula ?? (isColumn(scale) ? signerText.items(items.length, '') : '');
  return [
    rule ? `${methods[method] ?? method}: ${rule}.` : `${methods[method] ?? method}.`,
    ...(isColumn(scale) ? [counted] : []),
    ...(reversed.length > 0 ? [text.reversed(named(reversed))] : []),
    ...(factor === undefined ? [] : [text.factor(wordsOf(factor))]),
    ...(range ? [text.range(wordsOf(range[0]), wordsOf(range[1]))] : []),
    ...(isColumn(scale) || formula !== undefined ? [missingRule(scale)] : []),
    `${scoringText.direction}: ${directions[direction] ?? text.nothing}.`,
  ];
}

function missingRule({ missing }: FormScale): string {
  const value = said(missing?.value);
  if (missing?.type === 'max_missing') return text.missing.max_missing(value);
  if (missing?.type === 'min_valid_fraction') return text.missing.min_valid_fraction(value);
  return text.missing.complete;
}
