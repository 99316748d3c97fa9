import { isDeepStrictEqual } from 'node:util';
import { measurementPointLabel, protocolWindow, type Protocol } from '../../../domain/protocol.ts';
import type { PageSeconds } from '../../../domain/survey-time.ts';
import type { WindowType } from '../../../domain/window-types.ts';
import { appendAudit } from '../../../server/audit/queries.ts';
import type { Handler, UserContext } from '../../../server/http/context.ts';
import { protocolRevision, setClinicProtocol } from '../../../server/instruments/clinic-content.ts';
import { AppError } from '../../../server/settings/app-error.ts';
import { pageSeconds } from '../../../server/surveys/time-left.ts';
import type { ProtocolWindows, WorkshopRoutes } from '../contract/routes.ts';
import { misfitsOf, withQuestionnaires, type Misfit } from '../domain/changed-protocol.ts';
import { allWindows, misfitText, windowLabel } from '../text/protocol.ts';
import { requireWorkshop } from './access.ts';
import { minutesAlone, surveyMinutes } from './minutes.ts';
import { countUnbegun } from './protocol-queries.ts';

type Registry = UserContext['services']['registry'];

/** Which questionnaires the windows ask for, and which they could ask for. */
export const getProtocol: Handler<WorkshopRoutes['getProtocol']> = async (_input, context) => {
  requireWorkshop(context);
  const { registry } = context.services;
  const { protocol, instruments } = registry;
  const measured = await pageSeconds(context);
  const revision = protocolRevision(context.user.clinicId, protocol);
  return {
    revision: String(revision),
    own: revision > 0,
    windows: protocol.windows.map((window) => ({
      type: window.type,
      label: labelOf(protocol, window.type),
      instruments: window.instruments,
      minutes: minutesOf(registry, window.type, measured),
    })),
    available: [...instruments.values()].map((one) => ({
      id: one.id,
      version: one.version,
      title: one.title,
      minutes: minutesAlone(one, protocol, measured),
    })),
  };
};

/** Sets the questionnaires of the windows. Surveys that were begun keep what they are pinned to. */
export const setProtocol: Handler<WorkshopRoutes['setProtocol']> = async ({ body }, context) => {
  requireWorkshop(context);
  const { db, user, request, services } = context;
  const present = protocolRevision(user.clinicId, services.registry.protocol);
  if (body.revision !== String(present))
    throw new AppError('changed_meanwhile', { conflicts: [], revision: String(present) });
  const protocol = checkedProtocol(services.registry, body.windows);
  const revision = await setClinicProtocol(db, user.clinicId, protocol, present);
  const objectId = String(revision);
  await appendAudit<'protocol_set'>(db, user, request, { action: 'protocol_set', objectId });
  return { revision: String(revision) };
};

/** Counts the patients and their windows that would ask for something else. A window with a survey stays as it is. */
export const tryProtocol: Handler<WorkshopRoutes['tryProtocol']> = async ({ body }, context) => {
  requireWorkshop(context);
  const { db, user, services } = context;
  const { registry } = services;
  const protocol = checkedProtocol(registry, body.windows);
  const changed = protocol.windows.filter(
    ({ type, instruments }) =>
      !isDeepStrictEqual(instruments, protocolWindow(registry.protocol, type)?.instruments),
  );
  const measured = await pageSeconds(context);
  const { patients, windows } = await countUnbegun(db, user.clinicId, {
    types: changed.map(({ type }) => type),
    today: services.today(),
  });
  const minutes = protocol.windows.map(({ type }) => {
    return { type, minutes: minutesOf({ ...registry, protocol }, type, measured) };
  });
  return { patients, windows_changed: windows, minutes };
};

/** The protocol in force with these questionnaires. Throws an AppError with every reason against it. */
function checkedProtocol({ protocol, instruments }: Registry, wanted: ProtocolWindows): Protocol {
  const misfits = misfitsOf(protocol, wanted, instruments);
  if (misfits.length === 0) return withQuestionnaires(protocol, wanted);
  const titleOf = (id: string) => instruments.get(id)?.title ?? id;
  const errorOf = (misfit: Misfit) => ({
    path: misfit.type === undefined ? allWindows : labelOf(protocol, misfit.type),
    code: misfit.code,
    message: misfitText(misfit, titleOf),
  });
  throw new AppError('protocol_invalid', { errors: misfits.map(errorOf) });
}

function labelOf(protocol: Protocol, type: WindowType): string {
  const window = protocolWindow(protocol, type);
  return window ? measurementPointLabel({ ...window, label: windowLabel(window.label) }, 1) : type;
}

/** The usual minutes of the survey of a window. */
function minutesOf({ protocol, instruments }: Registry, type: WindowType, measured: PageSeconds): number {
  const asked = protocolWindow(protocol, type)?.instruments.flatMap((id) => instruments.get(id) ?? []) ?? [];
  const { parts, skips } = protocol;
  return surveyMinutes({ instruments: asked, context: { window_type: type }, parts, skips }, measured);
}
