import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer made ready once for many calls. */
export interface Prebuilt {
  readonly plain: Representation;
  readonly zipped: Representation;
  readonly cacheControl: string;
}

/** The bytes of an answer in one encoding; its tag differs from the other's, because the bytes do. */
export interface Representation {
  readonly body: Buffer;
  readonly etag: string;
  /** Ready for `writeHead`: names and values in turn. */
  readonly headers: readonly string[];
}

export function prebuild(value: unknown, cacheControl: string): Prebuilt {
  const body = Buffer.from(JSON.stringify(value));
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const represent = (bytes: Buffer, etag: string, encoding: readonly string[]): Representation => ({
    body: bytes,
    etag,
    headers: [
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      bytes.length.toString(),
      'cache-control',
      cacheControl,
      'etag',
      etag,
      'vary',
      'accept-encoding',
      ...encoding,
    ],
  });
  return {
    plain: represent(body, `"${tag}"`, []),
    zipped: represent(gzipSync(body), `"${tag}-gzip"`, ['content-encoding', 'gzip']),
    cacheControl,
  };
}

/** The bytes for a caller who takes these encodings. Only a plain `gzip` counts: weights are for who asks for something else. */
export function representationFor(prebuilt: Prebuilt, acceptEncoding: string | undefined): Representation {
  if (acceptEncoding === undefined) return prebuilt.plain;
  return /(?:^|[\s,])gzip(?:[\s,]|$)/.test(acceptEncoding) ? prebuilt.zipped : prebuilt.plain;
}

/** Whether the caller has these very bytes already. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}

export function sendPrebuilt(request: FastifyRequest, reply: FastifyReply, prebuilt: Prebuilt): FastifyReply {
  const { body, etag, headers } = representationFor(prebuilt, request.headers['accept-encoding']);
  if (isKnown(etag, request.headers['if-none-match'])) {
    reply
      .header('etag', etag)
      .header('cache-control', prebuilt.cacheControl)
      .header('vary', 'accept-encoding');
    return reply.code(304).send();
  }
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1]);
  return reply.send(body);
}
