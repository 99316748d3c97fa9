import type { CrisisAct, CrisisLevel } from '../../domain/crisis.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { Gender } from '../../domain/patient-record.ts';
import { demoNote } from '../../text/demo.ts';

/** A survey answered on the day `on` at strain `theta`, wholly or only some pages. */
export type DemoSurvey = {
  on: IsoDate;
  theta: number;
  /** The number of answered pages, or all up to the first one that shows danger. */
  pages?: number | 'until danger';
  danger?: CrisisLevel;
  /** What the clinician did about the danger on a later day. */
  acknowledged?: { on: IsoDate; done: CrisisAct; note: string };
  read?: boolean;
};

export type DemoPatient = {
  code: string;
  clinician: string;
  gender: Gender;
  diagnosis: string;
  admission: IsoDate;
  discharge: IsoDate;
  cluster?: string;
  /** Agrees to be shown beside the others of the System-ID. */
  shares?: true;
  surveys: readonly DemoSurvey[];
};

export type DemoClinic = {
  name: string;
  contact: string;
  dutyAddress: string;
  admin: string;
  clinicians: readonly { username: string; enabled: boolean }[];
  patients: readonly DemoPatient[];
};

type Days = { day(days: number): IsoDate; month(months: number, days?: number): IsoDate };

export const STAFF_PASSWORD = 'Demo-Passwort-2026';

/** Two people of one system who agreed, so that the view of both is there to be seen. */
const agreed = { cluster: 'S-21', shares: true } as const;

/** The demo data of product 17.3: counted from today, so that every state of a window is there at once. */
export function demoClinics(days: Days): readonly DemoClinic[] {
  const { day } = days;
  const justAdmitted = {
    clinician: 'therapie1',
    admission: day(-7),
    discharge: day(360),
    surveys: [],
  } as const;
  // Another admission: with the same birth date and admission the list would show a possible duplicate.
  const together = { ...justAdmitted, admission: day(-5), cluster: 'S-17' } as const;
  return [
    {
      name: 'Ambulanz Musterstadt',
      contact: 'kontakt@musterstadt.example',
      dutyAddress: 'dienst@musterstadt.example',
      admin: 'adminmusterstadt',
      clinicians: [
        { username: 'therapie1', enabled: true },
        { username: 'therapie2', enabled: true },
        { username: 'therapie3', enabled: false },
      ],
      patients: [
        { ...justAdmitted, code: 'P1001', gender: 'FEMALE', diagnosis: 'F32.1' },
        ...patientsWithSurveys(days),
        { ...justAdmitted, code: 'P1007', clinician: 'therapie2', gender: 'MALE', diagnosis: 'F43.2' },
        { ...together, code: 'P1008', gender: 'FEMALE', diagnosis: 'F41.1' },
        { ...together, code: 'P1009', gender: 'MALE', diagnosis: 'F43.2' },
        ...patientsInDanger(days),
      ],
    },
    {
      name: 'Ambulanz Beispielhausen',
      contact: 'kontakt@beispielhausen.example',
      dutyAddress: '',
      admin: 'adminbeispielhausen',
      clinicians: [{ username: 'therapie9', enabled: true }],
      patients: [
        { ...justAdmitted, code: 'P2001', clinician: 'therapie9', gender: 'DIVERSE', diagnosis: 'F33.0' },
      ],
    },
  ];
}

function patientsWithSurveys({ day, month }: Days): DemoPatient[] {
  const clinician = 'therapie1';
  return [
    {
      code: 'P1002',
      clinician,
      gender: 'MALE',
      diagnosis: 'F41.1',
      admission: day(-10),
      discharge: day(355),
      surveys: [{ on: day(-2), theta: 0.8, pages: 6 }],
    },
    {
      code: 'P1003',
      clinician,
      gender: 'FEMALE',
      diagnosis: 'F33.1',
      admission: day(-14),
      discharge: day(350),
      surveys: [{ on: day(-3), theta: 2.1 }],
    },
    {
      code: 'P1004',
      clinician,
      gender: 'DIVERSE',
      diagnosis: 'F40.1',
      admission: month(-3, -7),
      discharge: day(270),
      surveys: [{ on: month(-3, 3), theta: 1, read: true }],
    },
    {
      code: 'P1005',
      clinician,
      gender: 'FEMALE',
      diagnosis: 'F32.2',
      admission: month(-19),
      discharge: month(-7),
      ...agreed,
      surveys: [
        { on: month(-19, 5), theta: 2.2, read: true },
        { on: month(-7, -3), theta: 1, read: true },
        { on: month(-1, 6), theta: -0.5, read: true },
      ],
    },
    {
      code: 'P1006',
      clinician,
      gender: 'MALE',
      diagnosis: 'F45.0',
      admission: day(-60),
      discharge: day(300),
      surveys: [{ on: day(-50), theta: 0.9, pages: 3 }],
    },
  ];
}

function patientsInDanger({ day }: Days): DemoPatient[] {
  return [
    {
      code: 'P1010',
      clinician: 'therapie1',
      gender: 'MALE',
      diagnosis: 'F32.2',
      admission: day(-9),
      discharge: day(356),
      surveys: [{ on: day(-1), theta: 1.6, danger: 'urgent', pages: 'until danger' }],
    },
    {
      code: 'P1011',
      clinician: 'therapie1',
      gender: 'FEMALE',
      diagnosis: 'F33.1',
      admission: day(-12),
      discharge: day(353),
      ...agreed,
      surveys: [
        {
          on: day(-4),
          theta: 1.2,
          danger: 'notice',
          acknowledged: { on: day(-3), done: 'assessed', note: demoNote },
          read: true,
        },
      ],
    },
  ];
}
