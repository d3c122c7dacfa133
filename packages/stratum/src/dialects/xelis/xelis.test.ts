import { describe, expect, it } from 'vitest';
import { headerJobId as job, headerMiner, headerWork } from '../../testing/header-miner.ts';
import { reasonsOf, worksOf } from '../../testing/port-miner.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { xelis, type XelisInput } from './xelis.ts';

const user = 'ERG:9h';
const open = () =>
  headerMiner(xelis, [
    ['mining.subscribe', ['miner/1.0', ['xel/v3']]],
    ['mining.authorize', [user, 'rig1', 'x']],
  ]);

describe('what programs send to Xelis’s Stratum', () => {
  it('is hashed in 112 bytes: work, time in ms, nonce, extranonce, key', () => {
    const { miner, verified } = open();
    expect(worksOf(miner.say('mining.submit', [user, job, '00000000000000a9']))).toEqual([256n]);
    const [input] = verified as XelisInput[];
    expect(hexOfBytes(input ?? new Uint8Array())).toBe(
      `${headerWork}${(1_795_172_316_000).toString(16).padStart(16, '0')}00000000000000a9abcd1234${'0'.repeat(56)}${'0'.repeat(64)}`,
    );
  });

  it('keeps in touch and reports its hashrate', () => {
    const { miner } = open();
    for (const method of ['mining.ping', 'mining.pong', 'mining.hashrate'])
      expect([method, miner.say(method, [1]).lines]).toEqual([
        method,
        ['{"id":7,"result":true,"error":null}\n'],
      ]);
  });

  it('counts for the worker that logged in beside the address, whatever a share calls it', () => {
    const { miner } = open();
    for (const [index, name] of ['rig1', user, '', undefined].entries())
      expect([name, worksOf(miner.say('mining.submit', [name, job, `000000000000000${index}`]))]).toEqual([
        name,
        [256n],
      ]);
    expect([...miner.shell.logins].map(({ worker }) => worker)).toEqual(['rig1']);
  });

  it.each(['0000000000000', '00000000000000000000', 'x'.repeat(16), 9, null])(
    'is malformed with the nonce %o',
    (nonce) => {
      const { miner, verified } = open();
      expect(reasonsOf(miner.say('mining.submit', [user, job, nonce]))).toEqual(['malformed']);
      expect(verified).toEqual([]);
    },
  );
});
