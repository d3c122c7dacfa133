import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AddressValidators } from './address-validator.ts';
import { allFamilies } from './families/all-families.ts';
import { judgeAddress } from './judge-address.ts';
import cases from './testing/address-cases.json' with { type: 'json' };
import { findTestCoin, testCoin } from './testing/coins.ts';
import { roughUserString } from './testing/rough-text.ts';
import { parseUserString, printUserString } from './user-string.ts';

const rules = { findCoin: findTestCoin, validators: allFamilies };
const btc = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';
const xrp = 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai';
const key = 'K-ABCDEFGHIJKLMNOP2345';
const noValidators: AddressValidators = {};

function login(text: string, workerField?: string) {
  const outcome = parseUserString(text, rules, workerField);
  if (outcome.kind !== 'login') throw new Error(`${outcome.kind} for ${text}`);
  return outcome.login;
}

describe('the case table of user strings', () => {
  // The table gives the address as typed; a miner is stored under one spelling, which for EVM is the EIP-55 one.
  const canonical: Readonly<Record<string, string>> = {
    '0xc6d9d2cd449a754c494264e1809c50e34d64562b': '0xc6d9d2cD449A754c494264e1809c50e34D64562b',
  };

  it.each(cases.user_strings)(
    'reads $input [rule-01]',
    ({ input, expect: { coin, address, memo, worker, referral } }) => {
      expect(login(input)).toMatchObject({
        coin,
        address: canonical[address] ?? address,
        memo,
        worker,
        referralCode: referral,
      });
    },
  );

  it('has 18 rows', () => {
    expect(cases.user_strings).toHaveLength(18);
  });
});

describe('parseUserString', () => {
  it('names coin, network, canonical address, worker and code [rule-01]', () => {
    expect(parseUserString(`btc:${btc}.rig01#abcd-1234`, rules)).toEqual({
      kind: 'login',
      login: {
        coin: 'BTC',
        network: 'BTC',
        address: btc,
        memo: null,
        worker: 'rig01',
        referralCode: 'abcd-1234',
      },
    });
  });

  it('takes a memo between address and worker [rule-01]', () => {
    expect(login(`XRP:${xrp}:4294967295.rig#c`)).toEqual({
      coin: 'XRP',
      network: 'XRP',
      address: xrp,
      memo: '4294967295',
      worker: 'rig',
      referralCode: 'c',
    });
  });

  it('takes ?ref= in place of the hash, in any case [rule-01]', () => {
    expect(login(`BTC:${btc}.rig01?ref=abcd-1234`).referralCode).toBe('abcd-1234');
    expect(login(`BTC:${btc}.rig01?REF=abcd-1234&x=1`).referralCode).toBe('abcd-1234');
    expect(login(`BTC:${btc}?ref=abcd-1234`)).toMatchObject({ worker: 'default', referralCode: 'abcd-1234' });
  });

  it('takes a Mining Key in place of coin, address and memo [rule-01]', () => {
    expect(parseUserString(`${key}.rig01#abcd-1234`, rules)).toEqual({
      kind: 'mining-key',
      miningKey: key,
      worker: 'rig01',
      referralCode: 'abcd-1234',
    });
    expect(parseUserString(` ${key.toLowerCase()} `, rules)).toEqual({
      kind: 'mining-key',
      miningKey: key,
      worker: 'default',
      referralCode: null,
    });
  });

  it.each([
    [`BTC:${btc}`, 'default'],
    [`BTC:${btc}.`, 'default'],
    [`BTC:${btc}.rig 01`, 'default'],
    [`BTC:${btc}.$Worker`, 'default'],
    [`BTC:${btc}.${'w'.repeat(65)}`, 'default'],
    [`BTC:${btc}.${'w'.repeat(64)}`, 'w'.repeat(64)],
    [`BTC:${btc}. rig01 `, 'rig01'],
  ])('mines %s under a usable worker', (text, worker) => {
    expect(login(text).worker).toBe(worker);
  });

  it.each([
    [`BTC:${btc}.rig#`, null],
    [`BTC:${btc}.rig#a b`, null],
    [`BTC:${btc}.rig#${'c'.repeat(33)}`, null],
    [`BTC:${btc}.rig#${'c'.repeat(32)}`, 'c'.repeat(32)],
    [`BTC:${btc}.rig# abcd `, 'abcd'],
  ])('reads the code of %s as %s', (text, code) => {
    expect(login(text).referralCode).toBe(code);
  });

  it('ignores blanks around the whole and its parts', () => {
    expect(login(`\t BTC : ${btc} . rig01 # abcd-1234 \r\n`)).toMatchObject({
      coin: 'BTC',
      address: btc,
      worker: 'rig01',
      referralCode: 'abcd-1234',
    });
  });

  it('takes the first worker and the last usable code of a login pasted together twice', () => {
    expect(login(`BTC:${btc}.rig1#ref1.rig1#ref2`)).toMatchObject({
      address: btc,
      worker: 'rig1',
      referralCode: 'ref2',
    });
    expect(login(`BTC:${btc}.rig1#ref1.rig2#not usable`)).toMatchObject({
      worker: 'rig1',
      referralCode: 'ref1',
    });
    expect(login(`BTC:${btc}.$Worker#ref1.$Worker#ref2`)).toMatchObject({
      worker: 'default',
      referralCode: 'ref2',
    });
    expect(login(`BTC:${btc}.rig1?ref=one#two`).referralCode).toBe('two');
  });

  it('takes the worker from a field of its own, which goes before the one in the login', () => {
    expect(login(`BTC:${btc}`, 'rig01#abcd')).toMatchObject({ worker: 'rig01', referralCode: 'abcd' });
    expect(login(`BTC:${btc}.own#one`, 'rig01')).toMatchObject({ worker: 'rig01', referralCode: 'one' });
    expect(login(`BTC:${btc}.own#one`, 'not usable#two')).toMatchObject({
      worker: 'own',
      referralCode: 'two',
    });
    expect(login('HBAR:0.0.13458', 'rig01')).toMatchObject({ address: '0.0.13458', worker: 'rig01' });
    expect(parseUserString(key, rules, 'rig01')).toMatchObject({ miningKey: key, worker: 'rig01' });
  });

  it('reads an address with dots or colons of its own, with and without a worker', () => {
    expect(login('HBAR:0.0.13458')).toMatchObject({ address: '0.0.13458', worker: 'default' });
    expect(login('HIVE:cpu.miner.rig-1')).toMatchObject({ address: 'cpu.miner', worker: 'rig-1' });
    const long = 'CFX:TYPE.USER:AAK2RRA2NJVD77EZWJVX04KKDS9FZAGFE6KU8SCZ91';
    const short = 'cfx:aak2rra2njvd77ezwjvx04kkds9fzagfe6ku8scz91';
    expect(login(`CFX:${long}.rig`)).toMatchObject({ address: short, worker: 'rig' });
    expect(login(`CFX:${long}`)).toMatchObject({ address: short, worker: 'default' });
  });

  it('refuses a coin, or a network of it, that the pool does not pay, and names the networks that it pays', () => {
    const usdt = '0x0000000000000000000000000000000000000001';
    const on = (...networks: readonly string[]) => ({
      ...rules,
      paysHere: (coin: string, network: string) => networks.includes(`${coin}:${network}`),
    });
    expect(parseUserString(`BTC:${btc}.rig`, on('LTC:LTC'))).toEqual({
      kind: 'not-paid-here',
      coin: 'BTC',
      networks: [],
    });
    expect(parseUserString(`USDT:${usdt}.rig`, on('USDT:TRX'))).toMatchObject({
      kind: 'not-paid-here',
      coin: 'USDT',
    });
    expect(parseUserString(`USDT:${usdt}.rig`, on('USDT:TRX', 'USDT:BSC'))).toMatchObject({
      kind: 'login',
      login: { network: 'BSC' },
    });
    // What is no address of the coin is refused as before.
    expect(parseUserString('USDT:nonsense.rig', on('USDT:BSC')).kind).toBe('bad-address');
  });

  it('says what keeps a login from being one', () => {
    expect(parseUserString('', rules)).toEqual({ kind: 'empty' });
    expect(parseUserString(' #code', rules)).toEqual({ kind: 'empty' });
    expect(parseUserString(`${btc}.rig`, rules)).toEqual({ kind: 'no-coin' });
    expect(parseUserString(`:${btc}.rig`, rules)).toEqual({ kind: 'no-coin' });
    expect(parseUserString(`€:${btc}.rig`, rules)).toEqual({ kind: 'no-coin' });
    expect(parseUserString(`nope:${btc}.rig`, rules)).toEqual({ kind: 'unknown-coin', coin: 'NOPE' });
    expect(parseUserString('FTM:0x0000000000000000000000000000000000000001.rig', rules)).toEqual({
      kind: 'delisted-coin',
      coin: 'FTM',
    });
    expect(parseUserString('BTC:.rig', rules)).toEqual({
      kind: 'bad-address',
      coin: 'BTC',
      outcome: { kind: 'empty' },
    });
    expect(parseUserString(`BTC:${btc}x.rig`, rules)).toEqual({
      kind: 'bad-address',
      coin: 'BTC',
      outcome: { kind: 'no-network-matches', networks: ['Bitcoin', 'BNB Smart Chain'] },
    });
    expect(parseUserString(`BTC:${btc}:1.rig`, rules)).toMatchObject({
      kind: 'bad-address',
      outcome: { kind: 'memo-not-supported', network: 'BTC', coinTakesMemo: false },
    });
    expect(parseUserString(`XRP:${xrp}:12a.rig`, rules)).toMatchObject({
      kind: 'bad-address',
      outcome: { kind: 'memo-invalid', network: 'XRP' },
    });
  });

  it('is never longer than 1024 characters', () => {
    expect(parseUserString(`BTC:${btc}.rig#${'c#'.repeat(600)}`, rules)).toEqual({
      kind: 'too-long',
      max: 1024,
    });
    expect(parseUserString(`BTC:${btc}.rig${' '.repeat(5000)}`, rules)).toMatchObject({ kind: 'login' });
    expect(login(`BTC:${btc}.rig`, 'w'.repeat(1025)).worker).toBe('rig');
  });

  it('limits address and memo to 256 characters', () => {
    expect(parseUserString(`XRP:${xrp}:${'1'.repeat(300)}.rig`, rules)).toEqual({
      kind: 'too-long',
      max: 256,
    });
    expect(parseUserString(`BTC:${'a'.repeat(257)}`, rules)).toEqual({ kind: 'too-long', max: 256 });
    expect(parseUserString(`BTC:${'a'.repeat(256)}`, rules)).toMatchObject({ kind: 'bad-address' });
  });

  it('refuses an exchange address of a memo coin without a memo, with the reason [rule-04]', () => {
    const strict = {
      ...rules,
      isExchangeAddress: (coin: string, address: string) => coin === 'XRP' && address === xrp,
    };
    expect(parseUserString(`XRP:${xrp}.rig`, strict)).toEqual({
      kind: 'memo-missing',
      coin: 'XRP',
      network: 'XRP',
    });
    expect(parseUserString(`XRP:${xrp}:0.rig`, strict)).toMatchObject({
      kind: 'login',
      login: { memo: '0' },
    });
    expect(parseUserString('XRP:rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De.rig', strict)).toMatchObject({
      kind: 'login',
    });
  });

  it('asks no memo on a network that takes none', () => {
    const strict = { ...rules, isExchangeAddress: () => true };
    expect(parseUserString('XRP:0x27239549DD40E1D60F5B80B0C4196923745B1FD2.rig', strict)).toMatchObject({
      kind: 'login',
      login: { network: 'BSC' },
    });
    expect(parseUserString(`BTC:${btc}.rig`, strict)).toMatchObject({ kind: 'login' });
  });

  it('judges by the pattern alone where a family is not loaded', () => {
    const wrong = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tlh7encjhhl';
    expect(parseUserString(`BTC:${wrong}.rig`, { ...rules, validators: noValidators })).toMatchObject({
      kind: 'login',
    });
    expect(parseUserString(`BTC:${wrong}.rig`, rules)).toMatchObject({
      kind: 'bad-address',
      outcome: { kind: 'wrong-checksum' },
    });
  });
});

function takesMemo(symbol: string, network: string): boolean {
  return testCoin(symbol).chains.some((chain) => chain.network === network && chain.regexMemo !== null);
}

describe('printUserString', () => {
  const memos: Readonly<Record<string, { valid: readonly string[] } | undefined>> = cases.memo;
  const miners = Object.entries(cases.coins).flatMap(([coin, { valid }]) =>
    valid.flatMap(({ address: typed }) => {
      const outcome = judgeAddress(testCoin(coin), typed, allFamilies);
      if (outcome.kind !== 'valid' || testCoin(coin).delisted) return [];
      const { network, address } = outcome;
      const known = takesMemo(coin, network) ? (memos[coin]?.valid ?? []) : [];
      return [null, ...known].map((memo) => ({ coin, network, address, memo }));
    }),
  );
  const anyLogin = fc
    .record({
      miner: fc.constantFrom(...miners),
      worker: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
      referralCode: fc.option(fc.stringMatching(/^[A-Za-z0-9-]{1,32}$/)),
    })
    .map(({ miner, worker, referralCode }) => ({ ...miner, worker, referralCode }));

  it('is read back as what was printed [rule-01]', () => {
    fc.assert(
      fc.property(anyLogin, (parts) => {
        expect(parseUserString(printUserString(parts), rules)).toEqual({ kind: 'login', login: parts });
      }),
      { numRuns: 1000 },
    );
  });

  it('is read back for every miner and memo of the case tables [rule-01]', () => {
    expect(new Set(miners.map(({ coin }) => coin)).size).toBe(110);
    for (const miner of miners) {
      const parts = { ...miner, worker: 'rig-01', referralCode: 'abcd-1234' };
      expect(parseUserString(printUserString(parts), rules)).toEqual({ kind: 'login', login: parts });
    }
  });
});

describe('robustness', () => {
  it('never throws, and what it accepts is within the limits', () => {
    fc.assert(
      fc.property(roughUserString, roughUserString, (text, workerField) => {
        const outcome = parseUserString(text, rules, workerField);
        if (outcome.kind !== 'login') return;
        const { address, memo, worker, referralCode } = outcome.login;
        expect(worker).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(referralCode ?? 'none').toMatch(/^[A-Za-z0-9-]{1,32}$/);
        expect(address.length + (memo ?? '').length).toBeLessThanOrEqual(256);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['#', '.', ':', '?ref=', ' ', 'a', '\u0000', '🚀', 'BTC:', `${btc}.`, '#a.b', '?ref', '\ud800'])(
    'reads 10 kB and 1 MB of %j in time that grows with the length',
    (piece) => {
      for (const length of [10_000, 1_000_000]) {
        for (const start of ['', 'BTC:', 'KAS:kaspa:', `XRP:${xrp}:`]) {
          const text = start + piece.repeat(length / piece.length);
          const before = process.cpuUsage();
          parseUserString(text, rules, text);
          // Milliseconds; where it grew with the square it would be hours. Of the processor: it may stand still for a while.
          expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
        }
      }
    },
  );
});
