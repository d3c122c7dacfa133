import { coins, findCoin } from '@openlode/catalogue/coins';
import type { AlgorithmItem, AlgorithmServer } from '@openlode/contracts/http/algorithms';
import { type Diagnosis, diagnoseConnection, type PoolPort } from '@openlode/mining/diagnose-connection';
import { loadableFamilies, loadFamilies } from '@openlode/mining/families/load-families';
import { judgeAddress } from '@openlode/mining/judge-address';
import { isMinable } from '../../blocks/algorithm-picker/algorithm-words.ts';

const likelyCoinsMax = 5;

/** The doctor with the rules of every coin and the ports of this deployment. */
export async function loadDoctor(
  algorithms: readonly AlgorithmItem[],
): Promise<(text: string, algorithm: string | null) => Diagnosis> {
  const validators = await loadFamilies(loadableFamilies);
  const ports = listPorts(algorithms);
  return (text, algorithm) =>
    diagnoseConnection(
      text,
      {
        findCoin,
        validators,
        findPort: (port) => ports.get(port),
        coinsOfAddress: (address) =>
          coins
            .filter((coin) => !coin.delisted && judgeAddress(coin, address, validators).kind === 'valid')
            .slice(0, likelyCoinsMax)
            .map(({ symbol }) => symbol),
      },
      algorithm,
    );
}

function listPorts(algorithms: readonly AlgorithmItem[]): ReadonlyMap<number, PoolPort> {
  return new Map(
    algorithms.flatMap((algorithm) =>
      [algorithm.globalServer, ...algorithm.alternativeServers].flatMap((server) =>
        portsOf(server).map(([port, tls]): [number, PoolPort] => [
          port,
          { algorithm: algorithm.code, tls, open: isMinable(algorithm) },
        ]),
      ),
    ),
  );
}

function portsOf(server: AlgorithmServer): readonly (readonly [port: number, tls: boolean])[] {
  return [
    [server.defaultPort, false] as const,
    ...server.alternativePorts.map((port) => [port, false] as const),
    ...server.sslPorts.map((port) => [port, true] as const),
    ...server.highDiffPorts.map(({ port, ssl }) => [port, ssl] as const),
    ...server.extraPorts.flatMap(({ ports }) => ports.map(({ number, ssl }) => [number, ssl] as const)),
  ];
}
