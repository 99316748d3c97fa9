import { measurementPointLabel } from '../../../domain/protocol.ts';
import type { Instrument } from '../../../domain/instrument-schema.ts';
import { questionsOf } from '../../../domain/structure-draft.ts';
import type { Handler, UserContext } from '../../../server/http/context.ts';
import { knownStructures } from '../../../server/instruments/structures.ts';
import type { ListedInstrument, WorkshopRoutes } from '../contract/routes.ts';
import { requireWorkshop } from './access.ts';
import { listedDrafts, usualMinutes } from './shown-draft.ts';

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
  return { instruments: [...operatorsInstruments(context)], drafts, structures };
};

/** Those of the operator's files, as they are in force. */
function operatorsInstruments({ services: { registry } }: UserContext): readonly ListedInstrument[] {
  return [...registry.instruments.values()].map((one) => ({
    ...namedBy(one),
    status: one.status,
    licence: one.licence,
    used_in: windowsOf(registry, one.id),
    signed: [],
    own: false,
  }));
}

const namedBy = (one: Instrument) => ({
  id: one.id,
  version: one.version,
  title: one.title,
  minutes: usualMinutes(one),
});

/** The labels of the windows that ask for an instrument. That of a repeated window goes without its number. */
function windowsOf({ protocol }: UserContext['services']['registry'], id: string): string[] {
  return protocol.windows
    .filter(({ instruments }) => instruments.includes(id))
    .map((window) => measurementPointLabel({ ...window, label: window.label.replace('{n}', '').trim() }, 1));
}
