import { describe, expect, it } from 'vitest';
import {
  headerJobId as job,
  headerMiner,
  headerUser as user,
  headerWork,
} from '../../testing/header-miner.ts';
import { reasonsOf, worksOf } from '../../testing/port-miner.ts';
import { bytesOfHex } from '../../wire/hex.ts';
import { ergo } from './ergo.ts';

const open = () =>
  headerMiner(ergo, [
    ['mining.subscribe', ['miner/1.0']],
    ['mining.authorize', [user, 'x']],
  ]);

describe('what programs send to Ergo’s Stratum', () => {
  it('is the whole nonce, or the part behind the pool’s two bytes: the same share', () => {
    const { miner, verified } = open();
    expect(worksOf(miner.say('mining.submit', [user, job, '000000000009', '', '']))).toEqual([256n]);
    expect(
      reasonsOf(miner.say('mining.submit', [user, job, '000000000009', '', '1234000000000009'])),
    ).toEqual(['duplicate']);
    expect(verified).toEqual([
      { message: bytesOfHex(headerWork, 32), nonce: bytesOfHex('1234000000000009', 8), height: 7 },
    ]);
  });

  it('counts by the whole nonce where the two parts differ', () => {
    const { miner, verified } = open();
    miner.say('mining.submit', [user, job, '000000000001', '', '0x1234000000000002']);
    expect(verified).toMatchObject([{ nonce: bytesOfHex('1234000000000002', 8) }]);
  });

  it('falls back on the second part where the whole nonce is another session’s', () => {
    const { miner, verified } = open();
    miner.say('mining.submit', [user, job, '000000000001', '', '9999000000000002']);
    expect(verified).toMatchObject([{ nonce: bytesOfHex('1234000000000001', 8) }]);
  });

  it('is malformed without either', () => {
    const { miner } = open();
    expect(reasonsOf(miner.say('mining.submit', [user, job, '', '', '']))).toEqual(['malformed']);
    expect(reasonsOf(miner.say('mining.submit', [user, job]))).toEqual(['malformed']);
  });
});
