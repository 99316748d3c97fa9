import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { errorStatus } from '../../contract/errors.ts';
import type { Route } from '../../contract/route.ts';

const problem = {
  type: 'object',
  required: ['type', 'status', 'title', 'code'],
  properties: {
    type: { const: 'about:blank' },
    status: { type: 'integer' },
    title: { type: 'string' },
    code: { enum: Object.keys(errorStatus) },
    request_id: { type: 'string' },
    task: {
      type: 'object',
      required: ['challenge', 'difficulty'],
      properties: { challenge: { type: 'string' }, difficulty: { type: 'integer' } },
    },
    revision: { type: 'string' },
    conflicts: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'theirs', 'by', 'at'],
        properties: {
          field: { type: 'string' },
          theirs: {},
          by: { type: ['string', 'null'] },
          at: { type: 'string' },
        },
      },
    },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
} as const;

// The document leaves out checks that JSON Schema cannot express, such as a date that exists. They still hold.
function jsonSchema(schema: v.GenericSchema, typeMode: 'input' | 'output'): unknown {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode });
  return rest;
}

function answerContent({ answer }: Route): object {
  if (answer === 'html') return { content: { 'text/html': { schema: { type: 'string' } } } };
  if (answer === 'pdf')
    return { content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } };
  return answer === null ? {} : { content: { 'application/json': { schema: jsonSchema(answer, 'output') } } };
}

const fileBody = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

function requestBody({ body, upload }: Route): object {
  const content = {
    ...(upload && { 'multipart/form-data': { schema: fileBody } }),
    ...(body && { 'application/json': { schema: jsonSchema(body, 'input') } }),
  };
  return body || upload ? { requestBody: { required: true, content } } : {};
}

function parameters(route: Route): object[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', format: 'uuid' },
  };
  return route.retryKey ? [...inPath, key] : inPath;
}

function operation(name: string, route: Route): object {
  const status = route.answer === null ? '204' : '200';
  return {
    operationId: name,
    summary: route.summary,
    'x-access': route.access,
    ...(route.access !== 'public' && { security: [{ session: [] }] }),
    parameters: parameters(route),
    ...requestBody(route),
    responses: {
      [status]: { description: route.summary, ...answerContent(route) },
      ...(route.optional && { 204: { description: 'Nothing left' } }),
      default: { description: 'Refused', content: { 'application/problem+json': { schema: problem } } },
    },
  };
}

/** The OpenAPI 3.1 document of the calls, made from the schemas that check the requests. */
export function openapi(
  calls: readonly (Route & { name: string })[],
  publicOrigin: string,
  cookieName: string,
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call.name, call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Resonanz', version: '1' },
    servers: [{ url: publicOrigin }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } } },
    paths,
  };
}
