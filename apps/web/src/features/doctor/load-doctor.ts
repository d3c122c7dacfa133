import { coins, findCoin } from '@openlode/catalogue/coins';
import type { AlgorithmItem, AlgorithmServer } from '@openlode/contracts/http/algorithms';
import { type Diagnosis, diagnoseConnection, type PoolPort } from '@openlode/mining/diagnose-connection';
import { loadableFamilies, loadFamilies } from '@openlode/mining/families/load-families';
import { judgeAddress } from '@openlode/mining/judge-address';
import { isMinable } from '../../blocks/algorithm-picker/algorithm-words.ts';

const likelyCoinsMax = 5;

/** Takes apart what a miner is given; `algorithms` as they are listed now, for their ports. */
export type Doctor = (
  text: string,
  algorithm: string | null,
  algorithms: readonly AlgorithmItem[],
) => Diagnosis;

/** The doctor with the rules of every coin. */
export async function loadDoctor(): Promise<Doctor> {
  const validators = await loadFamilies(loadableFamilies);
  const coinsOfAddress = (address: string) =>
    coins
      .filter((coin) => !coin.delisted && judgeAddress(coin, address, validators).kind === 'valid')
      .slice(0, likelyCoinsMax)
      .map(({ symbol }) => symbol);
  return (text, algorithm, algorithms) => {
    const ports = listPorts(algorithms);
    const findPort = (port: number) => ports.get(port);
    return diagnoseConnection(text, { findCoin, validators, findPort, coinsOfAddress }, algorithm);
  };
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
    ...[server.defaultPort, ...server.alternativePorts]
      .filter((port) => port !== null)
      .map((port) => [port, false] as const),
    ...server.sslPorts.map((port) => [port, true] as const),
    ...server.highDiffPorts.map(({ port, ssl }) => [port, ssl] as const),
    ...server.extraPorts.flatMap(({ ports }) => ports.map(({ number, ssl }) => [number, ssl] as const)),
  ];
}
