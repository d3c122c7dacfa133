import type { MinerKey, WorkBatch, WorkLine } from '../kernel/work-batch.ts';
import { testStart } from './create-test-context.ts';

export const dogeMiner: MinerKey = {
  coin: 'DOGE',
  network: 'DOGE',
  address: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU',
  memo: null,
};
export const btcMiner: MinerKey = {
  coin: 'BTC',
  network: 'BTC',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  memo: null,
};
export const ltcMiner: MinerKey = {
  coin: 'LTC',
  network: 'LTC',
  address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  memo: null,
};

export function buildLine(overrides: Partial<WorkLine> = {}): WorkLine {
  return {
    miner: dogeMiner,
    worker: 'rig1',
    referralCode: null,
    work: 1_000_000n,
    shares: 1,
    firstAt: testStart,
    lastAt: testStart,
    ...overrides,
  };
}

export function buildBatch(id: string, ...lines: WorkLine[]): WorkBatch {
  return { id, algorithm: 'sha256', lines: lines.length === 0 ? [buildLine()] : lines };
}
