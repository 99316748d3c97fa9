import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { openPage, openSite, type Site } from '../browser.ts';

let site: Site;
let front: Server;
before(async () => {
  const server = await openSite();
  front = withoutConfig(Number(new URL(server.origin).port));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this form.
  const { port } = front.address() as AddressInfo;
  site = { ...server, origin: `http://127.0.0.1:${port}` };
});
after(() => {
  front.closeAllConnections();
  front.close();
});

/** A proxy that never answers requests for the configuration. */
function withoutConfig(port: number): Server {
  return createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    if (url === '/config.json') return;
    const forwarded = request({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
}

test('a page without an answer to its request for the configuration is shown after ten seconds', async () => {
  const page = await openPage(site);
  await page.clock.install();
  const code = page.waitForResponse(/\/assets\/app-[^/]*\.js$/);
  await page.goto('/loginpatient', { waitUntil: 'commit' });
  await (await code).finished();
  await page.clock.fastForward(11_000);
  await page.getByRole('heading', { name: 'Anmeldung für Patient*innen' }).waitFor();
});
