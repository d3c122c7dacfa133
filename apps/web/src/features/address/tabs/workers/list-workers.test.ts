import { accountWorkersExample } from '@openlode/contracts/examples/account-workers';
import type { WorkerItem } from '@openlode/contracts/http/account-workers';
import { describe, expect, it } from 'vitest';
import { listWorkers } from './list-workers.ts';

const worker = (name: string, online: boolean): WorkerItem => ({
  name,
  online,
  last: 1738324795000,
  rhr: 0,
  chr: 1,
  referral: null,
});
const empty = { reported: { data: [], timestamps: [] }, calculated: { data: [], timestamps: [] } };

describe('listWorkers', () => {
  it('leaves out the algorithms without workers', () => {
    const groups = listWorkers(accountWorkersExample.data);
    expect(groups.map(({ algorithm, online }) => [algorithm, online])).toEqual([
      ['scrypt', 1],
      ['etchash', 1],
    ]);
  });

  it('lists who is online first, then by name with its number', () => {
    const [group] = listWorkers({
      sha256: {
        workers: [worker('rig10', true), worker('attic', false), worker('rig2', true)],
        chart: empty,
      },
    });
    expect(group?.workers.map(({ name }) => name)).toEqual(['rig2', 'rig10', 'attic']);
    expect(group?.online).toBe(2);
  });

  it('puts an algorithm whose workers are all offline last', () => {
    const groups = listWorkers({
      randomx: { workers: [worker('a', false)], chart: empty },
      sha256: { workers: [worker('b', true)], chart: empty },
    });
    expect(groups.map(({ algorithm }) => algorithm)).toEqual(['sha256', 'randomx']);
  });
});
