import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './errors.ts';
import { addressList } from './address-list.ts';

/** Calls of one address in a minute. */
const callsPerMinuteMax = 500;

export async function registerRateLimit(app: FastifyInstance, exempt: readonly string[]): Promise<void> {
  const exempted = addressList(exempt);
  await app.register(rateLimit, {
    max: callsPerMinuteMax,
    timeWindow: '1 minute',
    allowList: (request) => exempted(request.ip),
    errorResponseBuilder: () => new Refusal(429, 'Too many requests, please slow down'),
  });
}
