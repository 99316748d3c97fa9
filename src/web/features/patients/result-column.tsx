import { useRef } from 'react';
import type { ClinicianPatient } from '../../../contract/patients.ts';
import type { ConditionSeverity } from '../../../domain/window-types.ts';
import type { SymptomChange } from '../../../domain/window-types.ts';
import { newestFinished } from '../../../domain/worklist.ts';
import { patientText as text } from '../../../text/patients.ts';
import { resultStatusText, symptomChangeText } from '../../../text/statuses.ts';
import type { Column } from '../../ui/table-rows.ts';
import { BriefStanding, CrisisTag } from '../crisis/CrisisTag.tsx';
import { openMark } from '../crisis/open-events.ts';
import type { Sign } from './clinician-part.ts';
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
const changeSigns = { worse: '▲', better: '▼' } as const satisfies Partial<Record<SymptomChange, string>>;
type ShownChange = keyof typeof changeSigns;

type Result = { severity: ConditionSeverity; change: ShownChange | null };

/** The result of the newest finished survey. */
function newestResult({ survey_statuses }: ClinicianPatient): Result | undefined {
  const newest = newestFinished(survey_statuses);
  if (!newest) return undefined;
  const { condition_severity: severity, symptom_change: change } = newest;
  return { severity, change: change === 'worse' || change === 'better' ? change : null };
}

/** The change and the open signs that the cell names beside the severity or the open event. */
function signWords(patient: ClinicianPatient, signs: readonly Sign[]): readonly string[] {
  const change = newestResult(patient)?.change;
  return [
    ...(change ? [symptomChangeText[change]] : []),
    ...signs.filter(({ isOpen }) => isOpen(patient)).map(({ word }) => word),
  ];
}

function severityWord(patient: ClinicianPatient): string {
  return resultStatusText[newestResult(patient)?.severity ?? 'not_available'];
}

/** The result of the newest finished survey in words, with the way to all results. */
export function resultColumn(
  onShow: (patientId: string) => void,
  signs: readonly Sign[],
): Column<ClinicianPatient> {
  return {
    id: 'result',
    title: text.column.result,
    leads: 1,
    shortcut: 'e',
    width: 9.75,
    value: (patient) => [severityWord(patient), ...signWords(patient, signs)],
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
        ...signs.map(({ word }) => word),
        resultStatusText.not_available,
      ],
    },
    cell: (patient) => <ResultCell patient={patient} signs={signs} onShow={() => onShow(patient.id)} />,
  };
}

type ResultCellProps = { patient: ClinicianPatient; signs: readonly Sign[]; onShow: () => void };

function ResultCell({ patient, signs, onShow }: ResultCellProps) {
  const { id, code } = patient;
  const link = useRef<HTMLButtonElement>(null);
  useFocusOnReturn(id, link);
  const mark = openMark(patient);
  const result = newestResult(patient);
  const sign = result?.change && <ChangeSign change={result.change} />;
  const open = signs.filter(({ isOpen }) => isOpen(patient));
  return (
    <ShowLink
      ref={link}
      name={text.showResultOf(code)}
      beside={
        <>
          {mark && sign}
          {open.map(({ id: key, word }) => (
            <span key={key} className={css.change}>{` ${word}`}</span>
          ))}
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
      <span aria-hidden="true">{`${changeSigns[change]} `}</span>
      <span>{symptomChangeText[change]}</span>
    </span>
  );
}
