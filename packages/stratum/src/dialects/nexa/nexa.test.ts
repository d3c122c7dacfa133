import { describe, expect, it } from 'vitest';
import {
  headerJobId as job,
  headerMiner,
  headerUser as user,
  headerWork,
} from '../../testing/header-miner.ts';
import { reasonsOf, worksOf } from '../../testing/port-miner.ts';
import { bytesOfHex } from '../../wire/hex.ts';
import { nexa } from './nexa.ts';

const open = () =>
  headerMiner(nexa, [
    ['mining.subscribe', ['miner/1.0']],
    ['mining.authorize', [user, 'x']],
  ]);

describe('what programs send to Nexa’s Stratum', () => {
  it('is the session’s four bytes and eight of their own, hashed with the commitment', () => {
    const { miner, verified } = open();
    const share = [user, job, 'abcd1234', '6543a1f0', '00000000000000a9'];
    expect(worksOf(miner.say('mining.submit', share))).toEqual([256n]);
    expect(verified).toEqual([
      { commitment: bytesOfHex(headerWork, 32), nonce: bytesOfHex('abcd123400000000000000a9', 12) },
    ]);
  });

  it('is the same share whatever time it names: the time is not hashed', () => {
    const { miner } = open();
    const share = (time: string) =>
      miner.say('mining.submit', [user, job, 'abcd1234', time, '0000000000000001']);
    expect(worksOf(share('6543a1f0'))).toEqual([256n]);
    expect(reasonsOf(share('6543a1f1'))).toEqual(['duplicate']);
  });

  it('asks for a changing extranonce and is told yes', () => {
    expect(open().miner.say('mining.extranonce.subscribe', []).lines).toEqual([
      '{"id":7,"result":true,"error":null}\n',
    ]);
  });

  it.each([
    ['the bytes of another session', ['abcd1235', '0000000000000001']],
    ['none of the session', ['', '0000000000000001']],
    ['the session’s twice', ['abcd1234', 'abcd12340000000000000001']],
    ['seven bytes', ['abcd1234', '00000000000001']],
    ['numbers', [0xabcd_1234, 1]],
  ])('is malformed with %s, and is not verified', (_title, [first, rest]) => {
    const { miner, verified } = open();
    expect(reasonsOf(miner.say('mining.submit', [user, job, first, '6543a1f0', rest]))).toEqual([
      'malformed',
    ]);
    expect(verified).toEqual([]);
  });
});
