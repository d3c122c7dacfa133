import { describe, expect, it } from 'vitest';
import { buildUserParts, printUserParts, type UserFields } from './build-user-parts.ts';

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const typed: UserFields = {
  coin: 'DOGE',
  addressText: ` ${address} `,
  judgement: { kind: 'valid', network: 'DOGE', address, memo: null, compatible: ['DOGE'] },
  workerText: 'rig01',
  codeText: '',
};

describe('buildUserParts', () => {
  it('prints what a miner takes', () => {
    expect(printUserParts(buildUserParts(typed))).toBe(`DOGE:${address}.rig01`);
    expect(printUserParts(buildUserParts({ ...typed, codeText: 'abcd-1234' }))).toBe(
      `DOGE:${address}.rig01#abcd-1234`,
    );
    expect(printUserParts(buildUserParts({ ...typed, workerText: '' }))).toBe(`DOGE:${address}.default`);
  });

  it('puts the memo behind the address', () => {
    const judgement = {
      kind: 'valid',
      network: 'XRP',
      address: 'rADDR',
      memo: '77',
      compatible: ['XRP'],
    } as const;
    expect(printUserParts(buildUserParts({ ...typed, coin: 'XRP', judgement }))).toBe('XRP:rADDR:77.rig01');
  });

  it.each([
    ['an empty address', { ...typed, addressText: '', judgement: { kind: 'empty' } }],
    ['a wrong address', { ...typed, judgement: { kind: 'wrong-checksum', network: 'DOGE' } }],
    ['an address that is not judged yet', { ...typed, judgement: { kind: 'checking' } }],
    ['an exchange’s address without memo', { ...typed, judgement: { kind: 'memo-missing' } }],
    ['a wrong worker name', { ...typed, workerText: 'my rig' }],
    ['a wrong code', { ...typed, codeText: 'a b' }],
  ] as const)('has nothing to copy with %s', (_what, fields) => {
    expect(printUserParts(buildUserParts(fields))).toBeNull();
  });

  it('marks the part that is missing or wrong', () => {
    const parts = buildUserParts({ ...typed, judgement: { kind: 'empty' }, workerText: 'my rig' });
    expect(parts.map((part) => [part.kind, part.text, part.state])).toEqual([
      ['coin', 'DOGE', 'filled'],
      ['address', 'your address', 'empty'],
      ['worker', 'my rig', 'wrong'],
    ]);
  });
});
