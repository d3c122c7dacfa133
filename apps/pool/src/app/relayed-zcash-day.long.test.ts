import { writeFile } from 'node:fs/promises';
import { zcashForm } from '@openlode/pow/equihash';
import { packIndices, solveEquihash } from '@openlode/pow/testing/solve-equihash';
import { afterEach, describe, expect, it } from 'vitest';
import { judgeRelay, type RelayActResult } from '../../../../testing/relay-verdict.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import type { Solve } from './testing/lane-zcash-miner.ts';
import type { Closing } from './testing/relayed-pools.ts';
import { playZcash, zcashActs, ZcashDay } from './testing/zcash-day.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** `npm run rehearse -- relay zcash` reads what became of the shares here, and judges it. */
const resultsFile = process.env['OPENLODE_REHEARSED'];
const verifier = inlineProofs.of('equihash');
const solve: Solve = (header) =>
  solveEquihash(zcashForm, header).map((indices) => packIndices(zcashForm, indices));

describe('work of another pool of Zcash through a bad day', () => {
  it('is judged here and there by Equihash itself, and each share has one end', async () => {
    const day = await ZcashDay.start(closing, { verifier, solve });
    const results: RelayActResult[] = [];
    for (const act of zcashActs) {
      results.push(await playZcash(day, act));
      if (resultsFile !== undefined) await writeFile(resultsFile, JSON.stringify(results));
    }
    expect(results.map((each) => [each.name, judgeRelay(each).faults])).toEqual(
      zcashActs.map(({ name }) => [name, []]),
    );
    const sum = (name: 'forwarded' | 'accepted'): number =>
      results.reduce((total, each) => total + each[name], 0);
    expect(sum('forwarded')).toBeGreaterThan(0);
    expect(sum('accepted')).toBeGreaterThan(0);
  }, 1_800_000);
});
