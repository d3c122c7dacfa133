import type { FastifyReply, FastifyRequest } from 'fastify';

/** What belongs to one miner must not stay in any cache on the way, also not when the call failed. */
export async function neverStored(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
}
