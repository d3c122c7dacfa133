import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { describe, expect, it } from 'vitest';
import { isMinable } from './is-minable.ts';
import { hardwareWords, matchAlgorithms } from './match-algorithms.ts';

const list = algorithmListExample.data;
const codes = (text: string) => matchAlgorithms(list, text).map(({ code }) => code);

describe('matchAlgorithms', () => {
  it('finds by name and by reward coin, what can be mined here first', () => {
    expect(codes('')).toEqual(['scrypt', 'etchash']);
    expect(codes('ETC')).toEqual(['etchash']);
    expect(codes('litecoin')).toEqual(['scrypt']);
  });

  it('does not list what is deactivated', () => {
    expect(
      matchAlgorithms(
        list.map((item) => ({ ...item, deactivated: true })),
        '',
      ),
    ).toEqual([]);
  });
});

describe('isMinable and hardwareWords', () => {
  it('tells a port that exists from a simulation', () => {
    expect(list.map((item) => [item.code, isMinable(item), hardwareWords(item)])).toEqual([
      ['scrypt', true, 'LTC, ASIC'],
      ['etchash', false, 'ETC, GPU from 4 GB'],
    ]);
  });
});
