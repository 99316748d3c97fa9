import * as v from 'valibot';
import { measurementPointLabel } from '../../../domain/protocol.ts';
import type { Instrument } from '../../../domain/instrument-schema.ts';
import { questionsOf } from '../../../domain/structure-draft.ts';
import type { Handler, UserContext } from '../../../server/http/context.ts';
import { listClinicInstruments } from '../../../server/instruments/clinic-content.ts';
import { knownStructures } from '../../../server/instruments/structures.ts';
import { pageSeconds } from '../../../server/surveys/time-left.ts';
import { signature, type ListedInstrument, type WorkshopRoutes } from '../contract/routes.ts';
import { requireWorkshop } from './access.ts';
import { minutesAlone } from './minutes.ts';
import { listedDrafts } from './shown-draft.ts';

/** The questionnaires that a clinic may ask, its drafts, and the structures that a draft can begin from. */
export const listInstruments: Handler<WorkshopRoutes['listInstruments']> = async (_input, context) => {
  requireWorkshop(context);
  const drafts = await listedDrafts(context);
  if (context.user.role !== 'admin') return { instruments: [], drafts, structures: [] };
  const structures = knownStructures().map((one) => ({
    id: one.id,
    questions: questionsOf(one),
    source: one.source,
  }));
  return { instruments: await listedInstruments(context), drafts, structures };
};

/** What the clinic published, the newest first, and then what the operator's files have. */
async function listedInstruments(context: UserContext): Promise<ListedInstrument[]> {
  const { db, user, services } = context;
  const { registry } = services;
  const measured = await pageSeconds(context);
  const namedBy = (one: Instrument) => ({
    ...nameOf(one),
    minutes: minutesAlone(one, registry.protocol, measured),
  });
  const own = await listClinicInstruments(db, user.clinicId);
  const ownIds = new Set(own.map(({ instrument }) => instrument.id));
  const ofFiles = [...registry.instruments.values()].filter(({ id }) => !ownIds.has(id));
  return [
    ...own.toReversed().map(({ instrument, signatures }) => ({
      ...namedBy(instrument),
      status: 'published',
      // Windows ask for the version in force.
      used_in: isInForce(registry, instrument) ? windowsOf(registry, instrument.id) : [],
      signed: v.parse(storedSignatures, signatures),
      own: true,
    })),
    ...ofFiles.map((one) => ({
      ...namedBy(one),
      status: one.status,
      used_in: windowsOf(registry, one.id),
      signed: [],
      own: false,
    })),
  ];
}

const storedSignatures = v.array(signature);

const isInForce = ({ instruments }: Registry, { id, version }: Instrument) =>
  instruments.get(id)?.version === version;

const nameOf = ({ id, version, title, licence }: Instrument) => ({ id, version, title, licence });

type Registry = UserContext['services']['registry'];

/** The labels of the windows that ask for an instrument. That of a repeated window goes without its number. */
function windowsOf({ protocol }: Registry, id: string): string[] {
  return protocol.windows
    .filter(({ instruments }) => instruments.includes(id))
    .map((window) => measurementPointLabel({ ...window, label: window.label.replace('{n}', '').trim() }, 1));
}
