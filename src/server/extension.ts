import type { RoutesPart } from './app.ts';
import type { SettingsPart } from './settings/config.ts';
import type { DemoPart } from './demo/offer-demo.ts';
import type { ResearchPart } from './research/research-part.ts';
import type { CommandsPart } from './operator/command.ts';

/**
 * A part that a clinic can do without (src/extensions/<name>). Each place where it can join is a type of the room that asks
 * for it, and may stay empty. The programs (main.ts, operator/main.ts) give the list to the core, which knows no extension by name.
 */
export type Extension = SettingsPart & RoutesPart & CommandsPart & ResearchPart & DemoPart;
