import type { Login } from '@openlode/mining/user-string';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMessage } from '../wire/message.ts';
import { reportedHashrate } from './reported-hashrate.ts';

const login = (worker: string): Login => ({
  coin: 'ETC',
  network: 'etc',
  address: '0x1',
  memo: null,
  worker,
  referralCode: null,
});
const workers = new Map([['a', login('a')]]);
const read = (line: string, dialect = 'ethproxy', of: ReadonlyMap<string, Login> = workers) =>
  reportedHashrate(dialect, readMessage(line), { workers: of });
const rateOf = (value: string, dialect?: string): number | undefined =>
  read(`{"id":9,"method":"eth_submitHashrate","params":[${value},"0xid"]}`, dialect)?.hashesPerSecond;

describe('the hashrate that a program reports', () => {
  it.each([
    // ethminer-ethproxy-tcp: 32 bytes.
    ['"0x0000000000000000000000000000000000000000000000000000000001c9c380"', 30_000_000],
    ['"0x1C9C380"', 30_000_000],
    ['"30000000"', 30_000_000],
    ['30000000.5', 30_000_000.5],
    ['0', 0],
    ['1e15', 1e15],
  ])('%s is %d hashes a second', (value, rate) => {
    expect(rateOf(value)).toBe(rate);
  });

  it.each([
    ['-1'],
    ['1e16'],
    ['1e999'],
    ['null'],
    ['true'],
    ['[1]'],
    ['{"rate":1}'],
    ['""'],
    ['"0x"'],
    ['"12.5"'],
    ['"-5"'],
    ['" 7 "'],
    ['"Infinity"'],
    [`"0x1${'0'.repeat(64)}"`],
    [`"0x${'f'.repeat(64)}"`],
  ])('%s is none', (value) => {
    expect(rateOf(value)).toBeUndefined();
  });

  it('is read in dialects that have the message, and in no other', () => {
    for (const dialect of ['ethproxy', 'ethereum-stratum', 'ethereum-plain-stratum', 'kawpow'])
      expect(rateOf('"0x10"', dialect)).toBe(16);
    for (const dialect of ['bitcoin', 'zcash', 'monero', 'kaspa', 'xelis'])
      expect(rateOf('"0x10"', dialect)).toBeUndefined();
    expect(read('{"id":1,"method":"mining.hashrate","params":[21000]}', 'xelis')?.hashesPerSecond).toBe(
      21_000,
    );
    expect(read('{"id":1,"method":"alph_submitHashrate","params":["0x10","id"]}', 'alephium')).toMatchObject({
      hashesPerSecond: 16,
    });
  });

  it('is of the worker that is named beside it, or of the only one', () => {
    const two = new Map([...workers, ['b', login('b')]]);
    const line = (worker: string) =>
      `{"id":9,"method":"eth_submitHashrate","params":["0x10"],"worker":"${worker}"}`;
    expect(read(line('whatever'))?.login.worker).toBe('a');
    expect(read(line('b#abcd-1234'), 'ethproxy', two)?.login.worker).toBe('b');
    expect(read(line('c'), 'ethproxy', two)).toBeUndefined();
    expect(read(line('a'), 'ethproxy', new Map())).toBeUndefined();
  });

  it('is a number that can be shown, whatever is sent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const rate = rateOf(JSON.stringify(value));
        if (rate !== undefined) expect(rate >= 0 && rate <= 1e15).toBe(true);
      }),
    );
  });
});
