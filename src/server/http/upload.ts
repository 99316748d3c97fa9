import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/** The one file of a multipart body; everything else in it is refused or passed over. */
export async function uploadedFile(request: FastifyRequest): Promise<Buffer> {
  const content = await readFile(request).catch(refuseMalformed);
  if (!content) throw new AppError('invalid_request');
  return content;
}

// Reads all parts, so that a second file is refused instead of left lying in the connection.
async function readFile(request: FastifyRequest): Promise<Buffer | undefined> {
  let content: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'file') content = await part.toBuffer();
    else if (part.valueTruncated) throw new AppError('too_large');
  }
  return content;
}

// A limit has a code of its own; a body that is cut off or no multipart at all has none.
function refuseMalformed(error: unknown): never {
  if (error instanceof AppError || String((error as { code?: unknown }).code).startsWith('FST_')) throw error;
  throw new AppError('invalid_request', { cause: error });
}
