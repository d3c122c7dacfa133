import type { IncomingMessage } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { type CallCounts, callWindowMs } from '../call-counts.ts';
import { callSource } from '../call-source.ts';
import { Refusal } from './errors.ts';

/** Calls of one source in a minute. */
export const callsPerMinuteMax = 500;

export interface CallLimit {
  readonly counts: CallCounts;
  readonly perMinute: number;
  isExempt(address: string): boolean;
  /** Where a request comes from, in front of our own proxies. */
  addressOf(request: IncomingMessage): string;
}

/** Limits the calls of a source, on the same counts as the fast path. */
export async function registerRateLimit(app: FastifyInstance, limit: CallLimit): Promise<void> {
  await app.register(rateLimit, {
    max: limit.perMinute,
    timeWindow: callWindowMs,
    store: storeOn(limit.counts),
    keyGenerator: (request) => callSource(limit.addressOf(request.raw)),
    allowList: (request) => limit.isExempt(limit.addressOf(request.raw)),
    errorResponseBuilder: () => new Refusal(429, 'Too many requests, please slow down'),
  });
}

type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void;

function storeOn(counts: CallCounts) {
  return class CountsStore {
    incr(key: string, counted: Counted): void {
      const { current, leftMs } = counts.add(key);
      counted(null, { current, ttl: Math.ceil(leftMs) });
    }

    child(): CountsStore {
      return this;
    }
  };
}
