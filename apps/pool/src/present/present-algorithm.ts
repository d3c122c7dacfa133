import { algorithms } from '@openlode/catalogue/algorithms';
import type { Algorithm } from '@openlode/catalogue/define-algorithm';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { Deployment } from './deployment.ts';
import { noPorts } from './present-ports.ts';

/** The catalogue's algorithms with the servers and ports that this deployment really has. */
export function presentAlgorithms(deployment: Deployment): AlgorithmItem[] {
  return algorithms.map((algorithm) => presentAlgorithm(algorithm, deployment));
}

function presentAlgorithm(algorithm: Algorithm, deployment: Deployment): AlgorithmItem {
  const { isNew, difficulty1Target, hashesPerAttempt, facts, hardware, globalServer, ...rest } = algorithm;
  return {
    ...rest,
    new: isNew,
    globalServer: {
      description: globalServer.description,
      url: deployment.host,
      country: null,
      defaultPort: deployment.portOf(algorithm.code),
      ...(deployment.servers.get(algorithm.code)?.ports ?? noPorts),
    },
    alternativeServers: [],
    work: deployment.servers.get(algorithm.code)?.work ?? 'none',
  };
}
