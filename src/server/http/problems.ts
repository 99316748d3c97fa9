import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorStatus, type ErrorCode, type Problem } from '../../contract/errors.ts';
import { errorText } from '../../text/errors.ts';
import type { Log } from '../observe/log.ts';
import { AppError } from '../settings/app-error.ts';
import { DatabaseAway } from '../database/database-away.ts';

// The errors of Fastify and its plugins, by their codes.
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'invalid_request',
  FST_FIELDS_LIMIT: 'invalid_request',
  FST_PARTS_LIMIT: 'invalid_request',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
  // No id is that long.
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

// The database answers that it is shutting down or has hit a limit of R8. Nothing was changed, so the client may try again.
const unavailableStates = /^(08|53|57P|57014|55P03|25006|25P03|40001|40P01)/;

/** The refusal for an error. An unexpected error becomes INTERNAL, which does not reveal its cause (R4). */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', statusCode } = error as Partial<FastifyError>;
  const known = fastifyCodes[code];
  if (known) return new AppError(known, { cause: error });
  if (error instanceof DatabaseAway || unavailableStates.test(code)) {
    return new AppError('unavailable', { cause: error, retryAfter: 2 });
  }
  const isClientError = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new AppError(isClientError ? 'invalid_request' : 'INTERNAL', { cause: error });
}

/** The media type of every refusal. */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

export function problemOf(refusal: AppError, requestId: string): Problem {
  const { code, errors, task, conflicts, revision } = refusal;
  const status = errorStatus[code];
  return {
    type: 'about:blank',
    status,
    title: errorText[code],
    code,
    ...(status >= 500 && { request_id: requestId }),
    ...(errors && { errors }),
    ...(task && { task }),
    ...(conflicts && { conflicts }),
    ...(revision !== undefined && { revision }),
  };
}

/** Did the client end the connection inside its request? That is no failure of the server. */
function isCutOff({ raw }: FastifyRequest): boolean {
  return raw.complete === false && raw.destroyed;
}

/** Answers a refusal as problem+json. The log gets the cause, the caller does not. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const refusal = isCutOff(request) ? new AppError('invalid_request', { cause: error }) : refusalOf(error);
  const problem = problemOf(refusal, request.id);
  if (problem.status >= 500) {
    log.error(
      { err: refusal.cause ?? refusal, request_id: request.id, route: request.routeOptions.url },
      refusal.code,
    );
  }
  const retryAfter = refusal.retryAfter ?? (problem.status === 503 ? 2 : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  return reply.code(problem.status).type(PROBLEM_TYPE).send(JSON.stringify(problem));
}
