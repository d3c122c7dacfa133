import { join } from 'node:path';
import { BenchProcess } from '../support/bench-process.ts';
import { printTable } from '../support/print-table.ts';
import { PathLoad } from './path-load.ts';
import type { PathAlgorithm, PathVerbs, PowVerbs } from './verbs.ts';

const algorithms: readonly PathAlgorithm[] = ['nexapow', 'octopus'];
const connections = 100;
const warmUpShares = 200;

/** CPU time of a share from the socket to the database, against that in the verifier alone, measured just before. */
export async function runPath({
  folder,
  isQuick,
  only,
}: {
  readonly folder: string;
  readonly isQuick: boolean;
  readonly only?: string;
}): Promise<void> {
  const rows: string[][] = [];
  for (const algorithm of algorithms.filter((code) => only === undefined || code === only)) {
    const alone = await verifierAlone(folder, algorithm, isQuick ? 1 : 5);
    const whole = await wholePath(folder, algorithm, isQuick ? 1000 : 5000);
    rows.push([algorithm, alone.toPrecision(3), whole.toPrecision(3), (alone / whole).toFixed(2)]);
  }
  printTable(
    `The whole path with ${connections} connections: CPU time, the database left out`,
    [
      'algorithm',
      'ms a share in the verifier',
      'ms a share in the pool',
      'pool ÷ verifier, shares/s (goal 0.4)',
    ],
    rows,
  );
}

async function verifierAlone(folder: string, algorithm: string, seconds: number): Promise<number> {
  const child = new BenchProcess<PowVerbs>(join(folder, 'pow-process.js'));
  try {
    const figures = await child.ask('measure', { algorithm, seconds });
    if ('missing' in figures) throw new Error(figures.missing);
    return figures.msPerShare;
  } finally {
    await child.end();
  }
}

async function wholePath(folder: string, algorithm: PathAlgorithm, shares: number): Promise<number> {
  const child = new BenchProcess<PathVerbs>(join(folder, 'path-process.js'));
  try {
    const { port } = await child.ask('start', { algorithm });
    const load = await PathLoad.open(port, algorithm, connections);
    await load.rush(warmUpShares);
    await child.ask('flush', undefined);
    const before = await child.ask('cpu', undefined);
    await load.rush(shares);
    const recorded = await child.ask('flush', undefined);
    const after = await child.ask('cpu', undefined);
    load.end();
    if (recorded !== warmUpShares + shares)
      throw new Error(
        `${warmUpShares + shares} shares were acknowledged and ${recorded} are in the database`,
      );
    return (after - before) / shares;
  } finally {
    await child.end();
  }
}
