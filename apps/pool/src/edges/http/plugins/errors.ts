import { loggedOfVisitors } from '@openlode/catalogue/logged';
import type { Failure } from '@openlode/contracts/envelope';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestIdHeader } from '../request-id.ts';
import { validationText } from '../request-words.ts';
import { isDatabaseAway } from './database-away.ts';

/** A refusal that the visitor should read, with its status. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly statusCode: number;

  constructor(statusCode: number, text: string) {
    super(text);
    this.statusCode = statusCode;
  }
}

/** So soon the database is looked for again. */
const retryAfterSeconds = 5;

/** Every failed call answers the same shape. What went wrong inside is for the log, never for the visitor. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) return sendFailure(reply, error.statusCode, error.message);
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuseBody(request, reply);
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, loggedOfVisitors['call-failed'].line);
    if (status === 500 && isDatabaseAway(error)) {
      void reply.header('retry-after', retryAfterSeconds);
      const away = 'The pool cannot reach its database now. Try again in a moment.';
      return sendFailure(reply, 503, withRequest(away, request));
    }
    const text = refusalText(error);
    return sendFailure(reply, status, status >= 500 ? withRequest(text, request) : text);
  });
}

/** What failed inside is in the log under this id, which a visitor can tell the operator. */
function withRequest(text: string, { id }: FastifyRequest): string {
  return `${text.replace(/\.$/, '')} (request ${id})`;
}

/** What a library says of a request that cannot be read is for programmers; these are its sentences for everybody else. */
const unreadable: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; send JSON, or no Content-Type',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This call does not take a body of this Content-Type; send JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says',
  FST_ERR_BAD_URL: 'The path cannot be read: a percent sign needs two hexadecimal digits of UTF-8 behind it',
  FST_ERR_MAX_PARAM_LENGTH: 'The path is too long',
};

/** The sentence for a request that Fastify, its validator or a plugin has refused; never what they say themselves. */
export function refusalText(error: FastifyError): string {
  if ((error.statusCode ?? 500) >= 500) return 'An error occurred';
  if (error.validation !== undefined)
    return validationText(error.validationContext ?? 'body', error.validation);
  return unreadable[error.code] ?? 'The request cannot be read';
}

/** This much of a body that was refused is still read. */
const discardedBytesMax = 64 * 2 ** 20;

/** A client that is still sending reads no answer from a connection that closes, so the rest of its body is discarded first. */
function refuseBody({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  let discarded = 0;
  raw.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > discardedBytesMax) raw.destroy();
  });
  reply.removeHeader('connection');
  return sendFailure(reply, 413, 'The body is too large');
}

export function sendFailure(reply: FastifyReply, status: number, text: string): FastifyReply {
  const failure: Failure = { success: false, msg: text, message: text };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header(requestIdHeader, reply.request.id)
    .send(failure);
}
