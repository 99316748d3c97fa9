import { configDefaults, type Config } from '../settings/config.ts';
import { listModels } from '../courses/queries.ts';
import { isEmptyDatabase } from '../database/queries.ts';
import { withoutTenant } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { COURSE_PROTOCOL, courseDemoLogins, createCourseDemo } from './course-demo.ts';
import { createDemoData, demoLogins } from './demo.ts';

type Switches = { readonly demo: boolean; readonly demoCourse?: boolean };

/** The configuration with the protocol of the synthetic therapies, unless the operator names a protocol. */
export function demoConfig({ demo, demoCourse }: Switches, config: Config): Config {
  const isOwn = config.protocol !== configDefaults.protocol;
  return demo && demoCourse && !isOwn ? { ...config, protocol: COURSE_PROTOCOL } : config;
}

const NO_COURSE =
  'DEMO_COURSE needs an empty database: this one has no expected course. If an earlier start with it was interrupted, delete the data folder.';

/** Creates demo data in an empty database, and says how to log in. */
export async function offerDemo(
  services: Services,
  { demoCourse = false }: Switches,
  say: (line: string) => void,
): Promise<void> {
  if (await withoutTenant(services.pool, isEmptyDatabase)) {
    say(demoCourse ? 'creating synthetic therapies, which takes some minutes …' : 'creating the demo data …');
    await (demoCourse ? createCourseDemo(services) : createDemoData(services));
  } else if (demoCourse && (await withoutTenant(services.pool, (db) => listModels(db, ['dep']))).length === 0)
    throw new StartError(NO_COURSE);
  for (const line of demoCourse ? courseDemoLogins : demoLogins) say(line);
}
