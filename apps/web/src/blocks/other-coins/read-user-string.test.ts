import { describe, expect, it } from 'vitest';
import { readUserString } from './read-user-string.ts';

const doge = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';

describe('readUserString', () => {
  it.each([
    [`DOGE:${doge}.rig1#abcd-1234`, 'DOGE', doge],
    [`  doge:${doge}  `, 'DOGE', doge],
    [
      'XRP:rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345.vega#night-shift',
      'XRP',
      'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345',
    ],
    [
      'KAS:kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk.hall-a-01',
      'KAS',
      'kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk',
    ],
    [
      'FTM:0xb0847D84684667Fa1f716c9a955A5448B054eA05.phantom',
      'FTM',
      '0xb0847D84684667Fa1f716c9a955A5448B054eA05',
    ],
  ])('reads %s', async (text, coin, address) => {
    expect(await readUserString(text)).toEqual({ coin, address });
  });

  it.each([
    doge,
    'kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk',
    'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345',
    `NOPE:${doge}.rig1`,
    'DOGE:nonsense.rig1',
    '',
  ])('leaves %s as it is', async (text) => {
    expect(await readUserString(text)).toBeNull();
  });
});
