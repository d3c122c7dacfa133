import { algorithms } from '@openlode/catalogue/algorithms';
import { type Algorithm, places } from '@openlode/catalogue/define-algorithm';
import { serverName } from '@openlode/catalogue/server-name';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { sandboxDefaultAlgorithm } from '@openlode/mining/sandbox-default';
import type { PaymentScheme } from '../../domain/kernel/upstream-terms.ts';
import type { AlgorithmDeployment, Deployment } from './deployment.ts';
import { noPorts } from './present-ports.ts';

/**
 * The catalogue's algorithms with the servers and ports that this deployment really has. A sandbox begins with the one that any computer
 * mines at once.
 */
export function presentAlgorithms(deployment: Deployment): AlgorithmItem[] {
  const begins = ({ code }: Algorithm): boolean => deployment.sandbox && code === sandboxDefaultAlgorithm;
  return [...algorithms.filter(begins), ...algorithms.filter((algorithm) => !begins(algorithm))].map(
    (algorithm) => presentAlgorithm(algorithm, deployment),
  );
}

function presentAlgorithm(algorithm: Algorithm, deployment: Deployment): AlgorithmItem {
  const { isNew, difficulty1Target, hashesPerAttempt, facts, hardware, globalServer, regions, ...rest } =
    algorithm;
  const listens = deployment.servers.get(algorithm.code)?.ports ?? noPorts;
  const { relayed, fallbacks = [] } = deployment.servers.get(algorithm.code) ?? {};
  const isMinedAlone = deployment.servers.get(algorithm.code)?.isMinedAlone === true;
  return {
    ...rest,
    ...(isMinedAlone && { symbolMerged: [], extraComment: null }),
    ...(relayed && { extraComment: relayedWords(relayed) }),
    ...(fallbacks.length > 0 && { fallback: fallbackWords(relayed, fallbacks) }),
    new: isNew,
    customStaticDiff: deployment.servers.get(algorithm.code)?.staticDifficulty ?? null,
    globalServer: {
      description: globalServer.description,
      url: serverName(deployment.miningHost ?? deployment.host, algorithm.code),
      country: null,
      ...listens,
    },
    // What is configured, where the catalogue offers the algorithm.
    alternativeServers: deployment.regions
      .filter(({ region }) => algorithm.regions.includes(region))
      .map(({ region, host }) => ({
        ...places[region],
        url: serverName(host, algorithm.code),
        ...listens,
      })),
    work: deployment.servers.get(algorithm.code)?.work ?? 'none',
  };
}

/** When shares of relayed work are paid: not as those of the pool's own blocks. */
function relayedWords(relayed: NonNullable<AlgorithmDeployment['relayed']>): string {
  const { through, feePercent, coin, scheme } = relayed;
  return `Relayed through ${through}, which keeps ${feePercent}%${scheme === undefined ? '' : ` and pays ${schemes[scheme]}`}: shares are paid when its payments in ${coin} have arrived here, by what they were worth when they were found.`;
}

/** How another pool pays. */
const schemes: Readonly<Record<PaymentScheme, string>> = {
  fpps: 'for each share, fees of blocks included (FPPS)',
  pps: 'for each share (PPS)',
  'pps+': 'for each share, and fees of blocks by luck (PPS+)',
  pplns: 'by luck, for the last shares before each of its blocks (PPLNS)',
  proportional: 'by luck, for the shares of the round of each of its blocks',
  solo: 'by luck, for blocks that are found here alone (solo)',
};

/** The order in which sources of work are taken, and when their shares are paid. */
function fallbackWords(
  relayed: AlgorithmDeployment['relayed'],
  fallbacks: NonNullable<AlgorithmDeployment['fallbacks']>,
): string {
  const others = fallbacks
    .map(
      ({ through, feePercent, coin, scheme }) =>
        `${through}, which keeps ${feePercent}% and pays in ${coin}${scheme === undefined ? '' : `, ${schemes[scheme]}`}`,
    )
    .join('; then through ');
  return relayed === undefined
    ? `The pool’s own nodes give its work. While they give none, and until they have given some for a while again, it is relayed through ${others}: shares of relayed work are paid when the payments of the pool that gave it have arrived here, and not by blocks of this one.`
    : `While that pool gives no work, and until it has given some for a while again, it is relayed through ${others}: shares are paid by the payments of the pool that gave their work.`;
}
