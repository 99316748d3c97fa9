import * as v from 'valibot';
import type { Config } from '../../../server/settings/config.ts';

const entries = { workshop: v.optional(v.picklist(['on', 'off'], 'must be on or off')) };
const Settings = v.object(entries);

/** The key of CONFIG_FILE with which an operator keeps clinics from making questionnaires. */
export const workshopSettings = {
  entries,
  meanings: { workshop: '`off`: clinics cannot make questionnaires and protocols of their own' },
  defaults: { workshop: 'on' },
};

export const isWorkshopOff = ({ ofExtensions }: Pick<Config, 'ofExtensions'>): boolean =>
  v.parse(Settings, ofExtensions).workshop === 'off';
