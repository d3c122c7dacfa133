import { describe, expect, it } from 'vitest';
import { headerMiner, headerUser as user, headerWork } from '../../testing/header-miner.ts';
import { reasonsOf, worksOf } from '../../testing/port-miner.ts';
import { bytesOfHex } from '../../wire/hex.ts';
import { conflux } from './conflux.ts';

const hash = `0x${headerWork}`;
const open = () => headerMiner(conflux, [['mining.subscribe', [user, 'x']]]);

describe('what programs send to Conflux’s Stratum', () => {
  it('is answered in a list', () => {
    expect(open().miner.say('mining.submit', [user, hash, '0x9', hash]).lines).toEqual([
      '{"id":7,"result":[true],"error":null}\n',
    ]);
  });

  it('is a nonce with or without 0x and the zeros before it: the same share', () => {
    const { miner, verified } = open();
    expect(worksOf(miner.say('mining.submit', [user, hash, '0x9ab', hash]))).toEqual([256n]);
    for (const nonce of ['9ab', '0X9AB', '00000000000009ab', '0x00000000000009ab'])
      expect([nonce, reasonsOf(miner.say('mining.submit', [user, hash, nonce, hash]))]).toEqual([
        nonce,
        ['duplicate'],
      ]);
    expect(verified).toEqual([{ powHash: bytesOfHex(headerWork, 32), nonce: 0x9abn, height: 7 }]);
  });

  it('finds its job by the hash that was worked on, whatever it calls the job', () => {
    const { miner } = open();
    expect(worksOf(miner.say('mining.submit', [user, 'anything', '0x1', hash]))).toEqual([256n]);
    expect(worksOf(miner.say('mining.submit', [user, hash, '0x2', hash.toUpperCase()]))).toEqual([256n]);
    expect(reasonsOf(miner.say('mining.submit', [user, hash, '0x3', `0x${'6'.repeat(64)}`]))).toEqual([
      'stale',
    ]);
    expect(reasonsOf(miner.say('mining.submit', [user, hash, '0x4']))).toEqual(['stale']);
  });

  it('logs in by its subscription; an authorization besides is accepted and changes nothing', () => {
    const { miner } = open();
    expect(miner.say('mining.authorize', ['ERG:9other.rig2', 'x']).lines).toEqual([
      '{"id":7,"result":true,"error":null}\n',
    ]);
    expect([...miner.shell.logins].map(({ address }) => address)).toEqual(['9h']);
  });

  it.each(['', '0x', '0x10000000000000000', 'no', 9, null])('is malformed with the nonce %o', (nonce) => {
    expect(reasonsOf(open().miner.say('mining.submit', [user, hash, nonce, hash]))).toEqual(['malformed']);
  });
});
