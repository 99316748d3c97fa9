import { configDefaults, type Config } from '../settings/config.ts';
import { isEmptyDatabase } from '../database/queries.ts';
import { withoutTenant } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { createDemoData, demoLogins } from './demo.ts';

/** Data to try out that an extension creates in place of the usual ones. */
export type OtherDemo = {
  /** The switch of the environment that asks for it. */
  readonly variable: string;
  /** The protocol that it follows, unless the operator names one. */
  readonly protocol: string;
  readonly begins: string;
  create(services: Services): Promise<void>;
  /** Whether a database that is not empty holds it. If not, the refusal ends the start. */
  isThere(services: Services): Promise<boolean>;
  readonly refusal: string;
  readonly logins: readonly string[];
};

/** What an extension brings to those who try the product out. */
export type DemoPart = { readonly otherDemo?: OtherDemo };

type Switches = { readonly demo: boolean; readonly otherDemo?: OtherDemo | undefined };

/** The configuration with the protocol of the other demo data, unless the operator names a protocol. */
export function demoConfig({ demo, otherDemo }: Switches, config: Config): Config {
  const isOwn = config.protocol !== configDefaults.protocol;
  return demo && otherDemo && !isOwn ? { ...config, protocol: otherDemo.protocol } : config;
}

/** Creates demo data in an empty database, and says how to log in. */
export async function offerDemo(
  services: Services,
  { otherDemo }: Pick<Switches, 'otherDemo'>,
  say: (line: string) => void,
): Promise<void> {
  if (await withoutTenant(services.pool, isEmptyDatabase)) {
    say(otherDemo ? otherDemo.begins : 'creating the demo data …');
    await (otherDemo ? otherDemo.create(services) : createDemoData(services));
  } else if (otherDemo && !(await otherDemo.isThere(services))) throw new StartError(otherDemo.refusal);
  for (const line of otherDemo ? otherDemo.logins : demoLogins) say(line);
}
