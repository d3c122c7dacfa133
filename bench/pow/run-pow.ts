import { join } from 'node:path';
import { BenchProcess } from '../support/bench-process.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable } from '../support/print-table.ts';
import { inputs } from './inputs.ts';
import { runPath } from './run-path.ts';
import type { PowVerbs } from './verbs.ts';

/**
 * What a share of each algorithm costs in its verifier thread, as it is built: CPU time, so that other programs of the machine count
 * little. Caches are those of the first epoch, as in the sandbox.
 */
export async function runPow({
  isQuick,
  only,
}: {
  /** A glance instead of a measurement: fewer seconds. */
  readonly isQuick: boolean;
  /** One algorithm. */
  readonly only?: string;
}): Promise<void> {
  const folder = await bundleProcesses({
    'pow-process': 'bench/pow/pow-process.ts',
    'path-process': 'bench/pow/path-process.ts',
  });
  const rows: string[][] = [];
  for (const algorithm of Object.keys(inputs).filter((code) => only === undefined || code === only)) {
    const child = new BenchProcess<PowVerbs>(join(folder, 'pow-process.js'));
    try {
      const figures = await child.ask('measure', { algorithm, seconds: isQuick ? 1 : 5 });
      rows.push(
        'missing' in figures
          ? [algorithm, figures.missing, '', '', '', '']
          : [
              algorithm,
              figures.msPerShare.toPrecision(2),
              Math.round(1000 / figures.msPerShare).toLocaleString('en-US'),
              (figures.setUpMs / 1000).toFixed(1),
              Math.round(figures.memory / 2 ** 20).toString(),
              figures.shares.toLocaleString('en-US'),
            ],
      );
    } finally {
      await child.end();
    }
  }
  printTable(
    'Proofs of work: CPU time in the built verifier thread',
    ['algorithm', 'ms a share', 'shares/s a core', 'set-up, s', 'memory, MiB', 'shares'],
    rows,
  );
  await runPath({ folder, isQuick, ...(only === undefined ? {} : { only }) });
}
