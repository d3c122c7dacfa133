import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { describe, expect, it } from 'vitest';
import { filterAlgorithms } from './algorithm-filters.ts';

const [scrypt, etchash] = algorithmListExample.data;
if (scrypt === undefined || etchash === undefined) throw new Error('the example lists two algorithms');
const like = (code: string, change: Partial<AlgorithmItem>): AlgorithmItem => ({
  ...etchash,
  code,
  ...change,
});
const all: readonly AlgorithmItem[] = [
  scrypt,
  etchash,
  like('kheavyhash', {
    minimumVramRequirement: '3GB',
    additionalTypes: ['asic'],
    tags: ['kaspa-forks', 'asic'],
  }),
  like('kawpow', { minimumVramRequirement: '6GB' }),
  like('randomx', { typeCode: 'cpu', minimumVramRequirement: null }),
  like('xelishash', {
    typeCode: 'cpu',
    additionalTypes: ['gpu'],
    minimumVramRequirement: null,
    new: true,
    tags: ['new'],
  }),
  like('gone', { deactivated: true, new: true }),
];

describe('filterAlgorithms', () => {
  it.each([
    [null, 'scrypt etchash kheavyhash kawpow randomx xelishash'],
    ['New', 'xelishash'],
    ['ASIC', 'scrypt kheavyhash'],
    ['GPU >3GB', 'kheavyhash'],
    ['GPU >4GB', 'etchash'],
    ['GPU >6GB', 'kawpow'],
    ['CPU', 'randomx xelishash'],
    ['Kaspa & forks', 'kheavyhash'],
  ] as const)('%s: %s', (filter, codes) => {
    expect(
      filterAlgorithms(all, filter)
        .map(({ code }) => code)
        .join(' '),
    ).toBe(codes);
  });

  it('puts what can be mined here first, and behind it what has a port for each family of machines', () => {
    const machines = like('kheavyhash', { work: 'verified', portsDisplayed: false });
    expect(filterAlgorithms([etchash, machines, scrypt], null).map(({ code }) => code)).toEqual([
      'scrypt',
      'kheavyhash',
      'etchash',
    ]);
  });
});
