import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AlgorithmListResponse } from '@openlode/contracts/http/algorithms';
import type { Deployment } from '../../present/deployment.ts';
import { presentAlgorithms } from '../../present/present-algorithm.ts';
import { success } from '../../present/success.ts';

export const algorithmRoutes: FastifyPluginCallbackTypebox<{ deployment: Deployment }> = (
  app,
  { deployment },
  done,
) => {
  const answer = success(presentAlgorithms(deployment));
  app.get(
    '/v5/algorithm',
    {
      schema: {
        tags: ['pool'],
        summary: 'Algorithms, with the servers and ports of this deployment',
        response: { 200: AlgorithmListResponse, '4xx': Failure },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(answer),
  );
  done();
};
