import { describe, expect, it } from 'vitest';
import { readScanned } from './read-scanned.ts';

describe('readScanned', () => {
  it.each([
    ['https://pool.example/address/D123?coin=doge', 'DOGE', ['D123']],
    ['https://pool.example/address/r123%3A77?coin=XRP&tab=workers', 'XRP', ['r123:77']],
    ['DOGE:D123', 'DOGE', ['D123']],
    ['XRP:r123:77', 'XRP', ['r123:77']],
    ['DOGE:D123.rig1#ABCD-1234', 'DOGE', ['D123.rig1', 'D123']],
    ['DOGE:D123?ref=ABCD-1234', 'DOGE', ['D123']],
    // Some addresses hold dots themselves.
    ['HBAR:0.0.12345', 'HBAR', ['0.0.12345', '0.0']],
    ['bitcoin:bc1q0', 'LTC', ['bitcoin:bc1q0', 'bc1q0']],
    ['bitcoin:bc1q0?amount=1', 'LTC', ['bitcoin:bc1q0', 'bc1q0']],
    ['kaspa:qq0?amount=1', 'LTC', ['kaspa:qq0', 'qq0']],
    // A name and its memo look like a scheme and an address.
    ['alice:77', 'LTC', ['alice:77', '77']],
    [' Labc ', 'LTC', ['Labc']],
  ])('%s', (text, coin, readings) => {
    expect(readScanned(text, 'LTC')).toEqual({ coin, readings });
  });

  it.each([
    [''],
    ['  '],
    ['https://pool.example/support'],
    ['https://pool.example/address/%E0%A4%A'],
    ['x'.repeat(513)],
  ])('makes nothing of %j', (text) => {
    expect(readScanned(text, 'LTC')).toBeNull();
  });
});
