import { createDemoData } from '../src/server/demo/demo.ts';
import type { Services } from '../src/server/services.ts';
import { copyOf } from './database.ts';
import { closeServices, testServices } from './services.ts';

// Each test file opens what the first one has sealed.
const keys: Services['keys'] = { current: 1, roots: new Map([[1, Buffer.alloc(32, 'demo')]]) };

/** The services of a server on a copy of the demo data, which the first file of a run makes for all. */
export function demoServices(changed: Partial<Services> = {}): Promise<Services> {
  const database = copyOf('demo', async (empty) => {
    const services = await testServices(
      { extensions: changed.extensions ?? [], keys },
      Promise.resolve(empty),
    );
    await createDemoData(services);
    await closeServices(services);
  });
  return testServices({ ...changed, keys }, database);
}
