import { accountWorkersExample } from '@openlode/contracts/examples/account-workers';
import { type WorkerItem, workersPageMax } from '@openlode/contracts/http/account-workers';
import { describe, expect, it } from 'vitest';
import { workersPerPage } from '../../address-api.ts';
import { joinPages } from './join-pages.ts';
import { listWorkers, withoutHidden, workerKey } from './list-workers.ts';

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

  it('puts an algorithm whose workers are all offline last', () => {
    const groups = listWorkers({
      randomx: { workers: [worker('a', false)], chart: empty },
      sha256: { workers: [worker('b', true)], chart: empty },
    });
    expect(groups.map(({ algorithm }) => algorithm)).toEqual(['sha256', 'randomx']);
  });
});

describe('withoutHidden', () => {
  const uuid = '036b48cf-69d3-483c-90e0-cbd75b62d6b6';
  const groups = listWorkers({
    sha256: { workers: [worker('attic', false), worker('cellar', false), worker('rig', true)], chart: empty },
    randomx: { workers: [worker('attic', false)], chart: empty },
  });

  it('leaves out an offline worker of that algorithm and miner alone', () => {
    const key = workerKey(uuid, 'sha256', 'attic');
    const { groups: left, hidden } = withoutHidden(groups, uuid, [key]);
    expect(left.map(({ workers }) => workers.map(({ name }) => name))).toEqual([
      ['cellar', 'rig'],
      ['attic'],
    ]);
    expect(hidden).toEqual([key]);
    expect(withoutHidden(groups, '00000000-0000-4000-8000-000000000000', [key]).hidden).toEqual([]);
  });

  it('lists a hidden worker that is online again, and no group without workers', () => {
    const keys = [workerKey(uuid, 'sha256', 'rig'), workerKey(uuid, 'randomx', 'attic')];
    const { groups: left } = withoutHidden(groups, uuid, keys);
    expect(left.map(({ algorithm, workers }) => [algorithm, workers.length])).toEqual([['sha256', 3]]);
  });
});

describe('joinPages', () => {
  it('has each worker once, as the later page knows it, and the chart of the first', () => {
    const chart = { ...empty, reported: { data: ['1'], timestamps: [1] } };
    const joined = joinPages([
      { sha256: { workers: [worker('a', false), worker('b', true)], chart }, scrypt: { workers: [], chart } },
      { sha256: { workers: [worker('a', true), worker('c', false)], chart: empty } },
    ]);
    expect(joined['sha256']?.workers.map(({ name, online }) => [name, online])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ]);
    expect(joined['sha256']?.chart).toBe(chart);
    expect(joined['scrypt']?.workers).toEqual([]);
  });

  it('knows how many workers a page of the pool has', () => {
    expect(workersPerPage).toBe(workersPageMax);
  });
});
