import { describe, expect, it } from 'vitest';
import type { Hex } from './quantities.ts';
import {
  balanceData,
  decimalsData,
  logOfTransfer,
  operatorFeeData,
  readTransfer,
  readTransferData,
  transferData,
  upperBoundData,
} from './token-calls.ts';

const payee = '0x3535353535353535353535353535353535353535';
const account = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f';
const wordOf = (digits: string): string => digits.padStart(64, '0');
const paid: Hex = `0xa9059cbb${wordOf('35'.repeat(20))}${wordOf('16e360')}`;

it('calls contracts by their functions', () => {
  expect(transferData(payee, 1_500_000n)).toBe(paid);
  expect(balanceData(account)).toBe(`0x70a08231${wordOf(account.slice(2))}`);
  expect(decimalsData).toBe('0x313ce567');
  expect(upperBoundData(250n)).toBe(`0xf1c7a58b${wordOf('fa')}`);
  expect(operatorFeeData(21_000n)).toBe(`0x275aedd2${wordOf('5208')}`);
});

it('has an order paid to no address that is none', () => {
  for (const address of ['', '0x', '0x35', `${payee}35`, 'vitalik.eth'])
    expect(() => transferData(address, 1n)).toThrow('is invalid');
});

describe('a call of transfer', () => {
  it('is read', () => {
    expect(readTransferData(paid)).toEqual({ payee, units: 1_500_000n });
  });

  it.each<[string, Hex]>([
    ['of another function', `0x095ea7b3${paid.slice(10)}`],
    ['with something behind it', `${paid}00`],
    ['with a word behind it', `${paid}${wordOf('')}`],
    ['that ends early', `0x${paid.slice(2, -2)}`],
    ['with something in the padding of its payee', `0xa9059cbb01${paid.slice(12)}`],
    ['that has no arguments', '0xa9059cbb'],
  ])('is not one %s', (_name, data) => {
    expect(readTransferData(data)).toBeUndefined();
  });
});

describe('an event', () => {
  const topic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const from: Hex = `0x${wordOf(account.slice(2))}`;
  const to: Hex = `0x${wordOf(payee.slice(2))}`;
  const value: Hex = `0x${wordOf('16e360')}`;

  it('says what a token has paid', () => {
    const said = { from: account, to: payee, value: 1_500_000n };
    expect(readTransfer([topic, from, to], value)).toEqual(said);
    expect(logOfTransfer(said)).toEqual({ topics: [topic, from, to], data: value });
  });

  it('of another kind says nothing of payments', () => {
    expect(readTransfer([], '0x')).toBeUndefined();
    expect(readTransfer([`0x${'8c'.repeat(32)}`, from, to], value)).toBeUndefined();
  });

  it.each<[string, readonly Hex[], Hex]>([
    ['names one account', [topic, from], value],
    [
      'names both accounts beside the amount',
      [topic],
      `0x${[from, to, value].map((each) => each.slice(2)).join('')}`,
    ],
    ['names a token by its number', [topic, from, to, value], '0x'],
    ['has something beside the amount', [topic, from, to], `${value}00`],
    ['has a word beside the amount', [topic, from, to], `${value}${wordOf('')}`],
    ['has no amount', [topic, from, to], '0x'],
    ['has half an amount', [topic, from, to], `0x${value.slice(34)}`],
    ['has something before its sender', [topic, `0x01${from.slice(4)}`, to], value],
    ['has something before its payee', [topic, from, `0x01${to.slice(4)}`], value],
  ])('is of another form where it %s', (_name, topics, data) => {
    expect(readTransfer(topics, data)).toBe('another form');
  });
});
