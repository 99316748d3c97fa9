import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorStatus, type ErrorCode } from '../../contract/errors.ts';
import { AppError } from '../settings/app-error.ts';
import { PROBLEM_TYPE, problemOf } from './problems.ts';

// Node.js reports these before there is a request. Every other error of this kind is a broken request.
const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/**
 * Answers bytes that are not HTTP, slow requests and endless headers with a refusal like every other (R4, R58), then
 * closes the connection.
 */
export function answerBrokenRequest(
  { code: reason = '' }: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (reason !== 'ECONNRESET' && socket.writable)
    socket.write(brokenAnswer(codes[reason] ?? 'invalid_request', headers));
  socket.destroy();
}

function brokenAnswer(code: ErrorCode, headers: Record<string, string>): string {
  const status = errorStatus[code];
  const body = JSON.stringify(problemOf(new AppError(code), randomUUID()));
  const all = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
