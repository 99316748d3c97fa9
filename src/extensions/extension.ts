import type { RoutesPart } from '../server/app.ts';
import type { SettingsPart } from '../server/settings/config.ts';
import type { DemoPart } from '../server/demo/offer-demo.ts';
import type { ResearchPart } from '../server/research/research-part.ts';
import type { FormsPart } from '../server/instruments/form-reader.ts';
import type { CommandsPart, FilesPart } from '../server/operator/command.ts';
import type { SurveysPart } from '../server/services.ts';

/**
 * A part that a clinic can do without (src/extensions/<name>). Each place where it can join is a type of the room that asks
 * for it, and may stay empty. The programs (main.ts, operator/main.ts) give the list to the core, which knows no extension by name.
 */
export type Extension = SettingsPart &
  SurveysPart &
  RoutesPart &
  CommandsPart &
  FormsPart &
  FilesPart &
  ResearchPart &
  DemoPart;
