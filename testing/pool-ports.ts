import { algorithms } from '@openlode/catalogue/algorithms';
import { portsPerAlgorithm, tlsAbove } from '@openlode/catalogue/port-plan';
import { areFree, listen } from './free-port.ts';

/** Single ports are looked for below, outgoing connections begin at 32,768. */
const LOWEST = 14_000;
const HIGHEST = 32_000;
/** The stratum ports of a pool and the few below; what is left of them belongs to the next pool. */
const WIDTH = 200;
const GUARD = WIDTH - 1;
const HTTP = WIDTH - 3;
const OPS = WIDTH - 2;
const STRATUM = algorithms.length * portsPerAlgorithm;

export interface PoolPorts {
  readonly http: number;
  readonly ops: number;
  readonly stratumBase: number;
  /** To be called when the pool has ended. */
  readonly release: () => void;
}

/**
 * Ports for one pool, its own until they are released or this process ends: a pool begins to listen only seconds after its ports were
 * chosen, on more than two hundred, and other suites look for theirs meanwhile. Who listens on the guard's port of a range has the range.
 */
export async function reservePoolPorts(among: readonly number[] = shuffled(ranges())): Promise<PoolPorts> {
  for (const first of among) {
    const guard = await listen(first + GUARD);
    if (guard === undefined) continue;
    if (
      (await areFree(first, STRATUM)) &&
      (await areFree(first + tlsAbove, STRATUM)) &&
      (await areFree(first + HTTP, 2))
    )
      return {
        http: first + HTTP,
        ops: first + OPS,
        stratumBase: first,
        release: () => void guard.close(),
      };
    guard.close();
  }
  throw new Error(`no range of ports for a pool is free between ${LOWEST} and ${HIGHEST}`);
}

/** Each begins where the one before ends; the TLS ports lie as far above, in a stretch that no range begins in. */
function ranges(): readonly number[] {
  const all: number[] = [];
  for (let stretch = LOWEST; stretch + 2 * tlsAbove <= HIGHEST; stretch += 2 * tlsAbove)
    for (let first = stretch; first + WIDTH <= stretch + tlsAbove; first += WIDTH) all.push(first);
  return all;
}

function shuffled(values: readonly number[]): readonly number[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
