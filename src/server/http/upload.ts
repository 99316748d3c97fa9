import type { FastifyRequest } from 'fastify';
import { AppError } from '../settings/app-error.ts';

/** A file with the name that its sender gave it. */
export type UploadedFile = { readonly content: Buffer; readonly name: string };

/** The one file of a multipart body. A second file is refused; other fields are ignored. */
export async function uploadedFile(request: FastifyRequest): Promise<UploadedFile> {
  const file = await readFile(request).catch(refuseMalformed);
  if (!file) throw new AppError('invalid_request');
  return file;
}

// Reads all parts, because a second file must be refused and not stay unread in the connection.
async function readFile(request: FastifyRequest): Promise<UploadedFile | undefined> {
  let file: UploadedFile | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'file') file = { content: await part.toBuffer(), name: part.filename };
    else if (part.valueTruncated) throw new AppError('too_large');
  }
  return file;
}

// An exceeded limit has a code of its own. A body that is cut off, or that is not multipart, has none.
function refuseMalformed(error: unknown): never {
  if (error instanceof AppError || String((error as { code?: unknown }).code).startsWith('FST_')) throw error;
  throw new AppError('invalid_request', { cause: error });
}
