import { describe, expect, it } from 'vitest';
import { readScanned } from './read-scanned.ts';

describe('readScanned', () => {
  it.each([
    ['https://pool.example/address/D123?coin=doge', { coin: 'DOGE', address: 'D123' }],
    ['https://pool.example/address/r123%3A77?coin=XRP&tab=workers', { coin: 'XRP', address: 'r123:77' }],
    ['DOGE:D123', { coin: 'DOGE', address: 'D123' }],
    ['XRP:r123:77', { coin: 'XRP', address: 'r123:77' }],
    ['DOGE:D123.rig1#ABCD-1234', { coin: 'DOGE', address: 'D123' }],
    ['bitcoin:bc1q0?amount=1', { coin: 'LTC', address: 'bc1q0' }],
    ['kaspa:qq0', { coin: 'LTC', address: 'kaspa:qq0' }],
    [' Labc ', { coin: 'LTC', address: 'Labc' }],
  ])('%s', (text, scanned) => {
    expect(readScanned(text, 'LTC')).toEqual(scanned);
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
