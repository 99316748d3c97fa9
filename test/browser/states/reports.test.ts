import { reportHtml } from '../../../src/server/print/print-html.ts';
import { clinicianReport } from '../../../src/server/reports/clinician-report.ts';
import { patientReport } from '../../../src/server/reports/patient-report.ts';
import { isWhole } from '../../amount.ts';
import { reportSamples } from '../../report-samples.ts';
import { openBareReport, showBareReport, unfold } from '../bare-report.ts';
import { type State, walk } from './walk.ts';

// Every sample of a report in a page of its own, with all sections open.

const audiences = { clinician: clinicianReport, patient: patientReport } as const;

type Sample = keyof typeof reportSamples;

/** Every box, chart and word of a report is in one of these. */
const hardest = ['missing', 'long_names', 'event', 'relapse'] as const satisfies readonly Sample[];
const samples: readonly Sample[] = isWhole ? (Object.keys(reportSamples) as Sample[]) : hardest;

for (const [audience, report] of Object.entries(audiences))
  walk(`the report of the ${audience}`, {
    reader: 'document',
    open: () => openBareReport(''),
    states: samples.map((name): State => ({
      name,
      page: null,
      reach: async (page) => {
        await showBareReport(page, reportHtml(report(reportSamples[name]())));
        await unfold(page);
      },
    })),
  });
