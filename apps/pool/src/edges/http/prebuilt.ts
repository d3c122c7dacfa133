import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer made ready once for many calls. */
export interface Prebuilt {
  readonly plain: Representation;
  /** Absent until it is compressed. */
  readonly zipped?: Representation;
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
  return prebuildText(JSON.stringify(value), 'application/json; charset=utf-8', cacheControl);
}

/** A page uncompressed, which costs no time. */
export function plainPage(html: string): Prebuilt {
  return plainText(html, 'text/html; charset=utf-8', 'no-cache');
}

/** A page, plain and gzipped. */
export function prebuildPage(html: string): Prebuilt {
  return prebuildText(html, 'text/html; charset=utf-8', 'no-cache');
}

/** An answer of any type, plain and gzipped. Compresses at once: for what is built once, not for what a stranger asks for. */
export function prebuildText(text: string, contentType: string, cacheControl: string): Prebuilt {
  const page = plainText(text, contentType, cacheControl);
  return { ...page, zipped: gzipped(page.plain) };
}

function plainText(text: string, contentType: string, cacheControl: string): Prebuilt {
  const body = Buffer.from(text);
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const headers = ['content-type', contentType, 'cache-control', cacheControl, 'vary', 'accept-encoding'];
  return { plain: withBytes(headers, body, `"${tag}"`), cacheControl };
}

function gzipped(plain: Representation): Representation {
  const etag = plain.etag.replace(/"$/, '-gzip"');
  return withBytes([...plain.headers.slice(4), 'content-encoding', 'gzip'], gzipSync(plain.body), etag);
}

function withBytes(headers: readonly string[], body: Buffer, etag: string): Representation {
  return { body, etag, headers: ['content-length', body.length.toString(), 'etag', etag, ...headers] };
}

/** The bytes for a caller who takes these encodings. Only a plain name counts: weights are for who asks for something else. */
export function representationFor(prebuilt: Prebuilt, acceptEncoding: string | undefined): Representation {
  if (acceptEncoding === undefined) return prebuilt.plain;
  const { plain, zipped = plain } = prebuilt;
  return /(?:^|[\s,])gzip(?:[\s,]|$)/.test(acceptEncoding) ? zipped : plain;
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
