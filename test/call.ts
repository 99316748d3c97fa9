import type { FastifyInstance } from 'fastify';
import { calls, type CallName } from '../src/contract/calls.ts';
import type { Route } from '../src/contract/route.ts';
import type { Problem } from '../src/contract/errors.ts';

export type Call = {
  as?: Record<string, string> | undefined;
  params?: Record<string, string> | undefined;
  body?: object | undefined;
  file?: Buffer | string | undefined;
  fileName?: string | undefined;
  headers?: Record<string, string> | undefined;
  address?: string | undefined;
};

export type Answered = {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into an answer, whatever it is
  body: any;
  problem: Partial<Problem>;
  headers: Record<string, unknown>;
};

/** Makes a call of the API like the web client: one of the core by its name, or one of an extension by its route. `as` holds the cookies of `signIn`. */
export async function call(
  app: FastifyInstance,
  target: CallName | Route,
  { as = {}, params = {}, body, file, fileName, headers = {}, address = '192.0.2.1' }: Call = {},
): Promise<Answered> {
  const route: Route = typeof target === 'string' ? calls[target] : target;
  const sent = file === undefined ? jsonBody(route, body) : multipart(file, fileName);
  const response = await app.inject({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? '')),
    cookies: as,
    headers: { 'x-requested-with': 'resonanz', ...sent.headers, ...headers },
    remoteAddress: address,
    ...(sent.payload !== undefined && { payload: sent.payload }),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  const content = isJson ? response.json() : response.body;
  return {
    status: response.statusCode,
    body: content,
    problem: isJson ? content : {},
    headers: response.headers,
  };
}

function jsonBody(route: Route, body: unknown) {
  if (!route.body) return { headers: {}, payload: undefined };
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body ?? {}) };
}

const BOUNDARY = 'resonanz-test-boundary';

function multipart(file: Buffer | string, fileName = 'patients.csv') {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: text/csv\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(head),
    Buffer.from(file),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, payload };
}
