import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { describe, expect, it } from 'vitest';
import { chooseAlgorithm } from './choose-algorithm.ts';

const [scrypt, etchash] = algorithmListExample.data;
if (scrypt === undefined || etchash === undefined) throw new Error('the example lists two algorithms');
// Etchash is simulated, scrypt can be mined.
const list = [etchash, scrypt];

describe('chooseAlgorithm', () => {
  it.each([
    ['what the URL asks for', 'etchash', ['scrypt'], 'etchash'],
    ['the last used one', null, ['gone', 'etchash', 'scrypt'], 'etchash'],
    ['the first that can be mined here', null, [], 'scrypt'],
    ['the last used one for an unknown wish', 'nope', ['etchash'], 'etchash'],
  ])('takes %s', (_what, asked, lastUsed, code) => {
    expect(chooseAlgorithm(list, asked, lastUsed)?.code).toBe(code);
  });

  it('takes the first where none can be mined here', () => {
    expect(chooseAlgorithm([etchash], null, [])?.code).toBe('etchash');
  });

  it('does not offer what is deactivated', () => {
    const off = { ...scrypt, deactivated: true };
    expect(chooseAlgorithm([off, etchash], 'scrypt', ['scrypt'])?.code).toBe('etchash');
    expect(chooseAlgorithm([], null, [])).toBeUndefined();
  });
});
