import { coins, findCoin } from '@openlode/catalogue/coins';
import type { AlgorithmItem, AlgorithmServer } from '@openlode/contracts/http/algorithms';
import { allPrograms } from '@openlode/catalogue/programs';
import type { DoctorRules, PoolPort } from '@openlode/mining/connection-mistakes';
import { type Diagnosis, diagnoseConnection } from '@openlode/mining/diagnose-connection';
import type { MiningProgram } from '@openlode/mining/mining-program';
import { loadableFamilies, loadFamilies } from '@openlode/mining/families/load-families';
import { judgeAddress } from '@openlode/mining/judge-address';
import { paidFirst, type PaysHere } from '@openlode/mining/paid-here';
import { isTlsTrusted } from '../../shared/api/site.ts';
import { isMinable } from '../../blocks/algorithm-picker/is-minable.ts';

const likelyCoinsMax = 5;

/** What the pool lists now. */
export interface PoolListing {
  /** For their ports. */
  readonly algorithms: readonly AlgorithmItem[];
  /** Symbols of the coins that no miner can be paid in any more. */
  readonly delisted: ReadonlySet<string>;
  /** Where the pool pays. */
  readonly paysHere: PaysHere;
}

/** Takes apart what a miner is given. */
export type Doctor = (text: string, algorithm: string | null, listing: PoolListing) => Diagnosis;

/** The doctor with the rules of every coin. */
export async function loadDoctor(): Promise<Doctor> {
  const validators = await loadFamilies(loadableFamilies);
  return (text, algorithm, { algorithms, delisted, paysHere }) => {
    const ports = listPorts(algorithms);
    const rules: DoctorRules = {
      findCoin: (symbol) => {
        const coin = findCoin(symbol);
        return coin && { ...paidFirst(coin, paysHere), delisted: delisted.has(coin.symbol) };
      },
      validators,
      paysHere,
      coinsOfAddress: (address) =>
        coins
          .filter((coin) => {
            if (delisted.has(coin.symbol)) return false;
            const outcome = judgeAddress(paidFirst(coin, paysHere), address, validators);
            return outcome.kind === 'valid' && paysHere(coin.symbol, outcome.network);
          })
          .slice(0, likelyCoinsMax)
          .map(({ symbol }) => symbol),
      findPort: (port) => ports.get(port),
      portOf: (algorithm, tls) => standardPort(algorithms, algorithm, tls),
      minable: algorithms.filter(isMinable).map(({ code }) => code),
      isSimulated: (code) => algorithms.some((item) => item.code === code && item.work === 'simulated'),
      hosts: hostsOf(algorithms),
      isTlsTrusted: isTlsTrusted(),
      findProgram: (name) => programs.get(name),
      findAlgorithms: (name) => [...(namesOf(algorithms).get(name) ?? [])],
      algorithmsOfCoin: (name) =>
        algorithms
          .filter(({ symbol, symbolDesc }) =>
            [symbol, symbolDesc].some((each) => each.toLowerCase() === name),
          )
          .map(({ code }) => code),
    };
    return diagnoseConnection(text, rules, algorithm);
  };
}

/** By the names of their executables. */
const programs: ReadonlyMap<string, MiningProgram> = new Map(
  allPrograms.flatMap((program) =>
    Object.values(program.executables).map((path): [string, MiningProgram] => [
      (/[^/\\]*$/.exec(path)?.[0] ?? path).toLowerCase().replace(/\.exe$/, ''),
      program,
    ]),
  ),
);

/** The servers of all algorithms; the page itself came from one of the pool's names, too. */
function hostsOf(algorithms: readonly AlgorithmItem[]): readonly string[] {
  const servers = algorithms.flatMap(({ globalServer, alternativeServers }) => [
    globalServer,
    ...alternativeServers,
  ]);
  const named = servers.map(({ url }) => url);
  const local = named.includes('localhost') ? ['127.0.0.1'] : [];
  return [...new Set([...named, ...local, globalThis.location.hostname])].filter((host) => host !== '');
}

/** What programs call the algorithms, and what the catalogue does; by lower-case name. */
function namesOf(algorithms: readonly AlgorithmItem[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const add = (name: string, algorithm: string) => {
    const key = name.toLowerCase();
    names.set(key, (names.get(key) ?? new Set<string>()).add(algorithm));
  };
  for (const { code, name } of algorithms) {
    add(code, code);
    add(name, code);
  }
  for (const program of allPrograms)
    for (const { algorithm, flag } of program.algorithms) add(flag, algorithm);
  return names;
}

function standardPort(
  algorithms: readonly AlgorithmItem[],
  algorithm: string,
  tls: boolean,
): number | undefined {
  const found = algorithms.find((item) => item.code === algorithm && isMinable(item))?.globalServer;
  return (tls ? found?.sslPorts[0] : found?.defaultPort) ?? undefined;
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
