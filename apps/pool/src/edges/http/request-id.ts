import { randomUUID } from 'node:crypto';
import { LogController } from 'fastify';

/** What a call is named by: in its answer where it failed or an owner acted, in the log, and beside what it wrote. */
export const requestIdHeader = 'x-request-id';

/**
 * Each call has an id of its own, 48 random bits that a person can read out. What a caller sends as one is not taken: it would name
 * the lines of another one. No line is written for a call as such: failures are logged where they are answered.
 */
export const requestIds = {
  genReqId: () => randomUUID().slice(0, 13),
  requestIdHeader: false,
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
} as const;
