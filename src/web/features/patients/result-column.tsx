import { useRef } from 'react';
import type { ClinicianPatient } from '../../../contract/patients.ts';
import type { ConditionSeverity } from '../../../domain/window-types.ts';
import type { SymptomChange } from '../../../domain/window-types.ts';
import { newestFinished } from '../../../domain/worklist.ts';
import { courseSignalText } from '../../../text/course-signals.ts';
import { patientText as text } from '../../../text/patients.ts';
import { resultStatusText, symptomChangeText } from '../../../text/statuses.ts';
import type { Column } from '../../ui/table-rows.ts';
import { BriefStanding, CrisisTag } from '../crisis/CrisisTag.tsx';
import { openMark } from '../crisis/open-events.ts';
import { useFocusOnReturn } from './table-memory.ts';
import { ShowLink } from './PatientCells.tsx';
import css from './patient-cells.module.css';

/** The order of the column: the gravest result first. */
const severityRank = { HIGH: 1, MEDIUM: 2, LOW: 3, UNKNOWN: 4 } as const satisfies Record<
  ConditionSeverity,
  number
>;
const NO_RESULT = 5;
const OPEN_EVENT = { urgent: -2, notice: -1 } as const;

/** The changes that the list names. A change that was not shown is no news. */
const signs = { worse: '▲', better: '▼' } as const satisfies Partial<Record<SymptomChange, string>>;
type ShownChange = keyof typeof signs;

type Result = { severity: ConditionSeverity; change: ShownChange | null };

/** The result of the newest finished survey. */
function newestResult({ survey_statuses }: ClinicianPatient): Result | undefined {
  const newest = newestFinished(survey_statuses);
  if (!newest) return undefined;
  const { condition_severity: severity, symptom_change: change } = newest;
  return { severity, change: change === 'worse' || change === 'better' ? change : null };
}

/** The change and the deviation that the cell names beside the severity or the open event. */
function signWords(patient: ClinicianPatient): readonly string[] {
  const change = newestResult(patient)?.change;
  return [
    ...(change ? [symptomChangeText[change]] : []),
    ...(patient.deviates ? [courseSignalText.tag] : []),
  ];
}

function severityWord(patient: ClinicianPatient): string {
  return resultStatusText[newestResult(patient)?.severity ?? 'not_available'];
}

/** The result of the newest finished survey in words, with the way to all results. */
export function resultColumn(
  onShow: (patientId: string) => void,
  { hasDeviating }: { readonly hasDeviating: boolean },
): Column<ClinicianPatient> {
  return {
    id: 'result',
    title: text.column.result,
    leads: 1,
    shortcut: 'e',
    width: 9.75,
    value: (patient) => [severityWord(patient), ...signWords(patient)],
    rank: (patient) => {
      const level = openMark(patient)?.level;
      const result = newestResult(patient);
      return level ? OPEN_EVENT[level] : result ? severityRank[result.severity] : NO_RESULT;
    },
    filter: {
      kind: 'choice',
      options: [
        // Object.keys of the table itself.
        ...(Object.keys(severityRank) as ConditionSeverity[]).map((severity) => resultStatusText[severity]),
        ...Object.values(symptomChangeText),
        // Only where research has switched the expected course on (product 20.3).
        ...(hasDeviating ? [courseSignalText.tag] : []),
        resultStatusText.not_available,
      ],
    },
    cell: (patient) => <ResultCell patient={patient} onShow={() => onShow(patient.id)} />,
  };
}

function ResultCell({ patient, onShow }: { patient: ClinicianPatient; onShow: () => void }) {
  const { id, code } = patient;
  const link = useRef<HTMLButtonElement>(null);
  useFocusOnReturn(id, link);
  const mark = openMark(patient);
  const result = newestResult(patient);
  const sign = result?.change && <ChangeSign change={result.change} />;
  const deviates = patient.deviates && <span className={css.change}>{` ${courseSignalText.tag}`}</span>;
  return (
    <ShowLink
      ref={link}
      name={text.showResultOf(code)}
      beside={
        <>
          {mark && sign}
          {deviates}
        </>
      }
      remark={
        <>
          {mark ? (
            <CrisisTag code={code} mark={mark} onOpen={onShow} />
          ) : (
            result && (
              <span className={`${css.word} ${css.below}`} data-severity={result.severity}>
                <span>{`${severityWord(patient)} `}</span>
                {sign}
              </span>
            )
          )}
          <BriefStanding standing={patient.crisis_standing} />
        </>
      }
      onOpen={onShow}
    />
  );
}

function ChangeSign({ change }: { change: ShownChange }) {
  return (
    <span className={css.change} data-change={change} title={text.changeHint}>
      <span aria-hidden="true">{`${signs[change]} `}</span>
      <span>{symptomChangeText[change]}</span>
    </span>
  );
}
