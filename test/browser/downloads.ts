import { buffer } from 'node:stream/consumers';
import type { Download } from 'playwright-core';

/** The content of a saved file, also where the browser belongs to another process. It waits for the whole file. */
export async function contentOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}
