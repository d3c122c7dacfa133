import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AlgorithmListResponse } from '@openlode/contracts/http/algorithms';
import type { FastPath } from '../fast-path.ts';
import { prebuild, sendPrebuilt } from '../prebuilt.ts';
import type { Deployment } from '../../present/deployment.ts';
import { presentAlgorithms } from '../../present/present-algorithm.ts';
import { success } from '../../present/success.ts';

export const algorithmRoutes: FastifyPluginCallbackTypebox<{ deployment: Deployment; fast: FastPath }> = (
  app,
  { deployment, fast },
  done,
) => {
  const answer = prebuild(success(presentAlgorithms(deployment)), 'public, max-age=60');
  fast.serve('/api/v5/algorithm', () => answer);
  app.get(
    '/v5/algorithm',
    {
      schema: {
        tags: ['pool'],
        summary: 'Algorithms, with the servers and ports of this deployment',
        response: { 200: AlgorithmListResponse, '4xx': Failure },
      },
    },
    async (request, reply) => sendPrebuilt(request, reply, answer) as never,
  );
  done();
};
