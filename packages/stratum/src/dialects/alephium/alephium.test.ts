import { describe, expect, it } from 'vitest';
import {
  headerJobId,
  headerMiner,
  headerUser as user,
  headerWork,
  lowHeaderHash,
} from '../../testing/header-miner.ts';
import { reasonsOf, worksOf } from '../../testing/port-miner.ts';
import { bytesOfHex } from '../../wire/hex.ts';
import { alephium, type AlephiumVerdict } from './alephium.ts';

const nonce = `1234${'0'.repeat(42)}09`;
const share = { jobId: headerJobId, fromGroup: 0, toGroup: 0, nonce, worker: user };
const onChain: AlephiumVerdict = { hash: lowHeaderHash, chain: { from: 0, to: 0 } };
const open = () =>
  headerMiner(
    alephium,
    [
      ['mining.subscribe', ['miner/1.0']],
      ['mining.authorize', [user, 'x']],
    ],
    onChain,
  );

describe('what programs send to Alephium’s Stratum', () => {
  it('may begin with a greeting, in a list or by name, and reports its hashrate', () => {
    const { miner } = headerMiner(alephium, []);
    for (const [method, params] of [
      ['mining.hello', { agent: 'miner/1.0', host: 'pool', port: '1', proto: 'AlephiumStratum/1.0.0' }],
      ['mining.hello', ['miner/1.0']],
      ['mining.noop', []],
      ['alph_submitHashrate', ['0x1f4', 'rig1']],
    ] as const)
      expect([method, miner.say(method, params).lines]).toEqual([
        method,
        ['{"id":7,"result":true,"error":null}\n'],
      ]);
    expect(miner.say('mining.bye', []).lines).toEqual([
      '{"id":7,"result":null,"error":[20,"Unknown method",null]}\n',
    ]);
  });

  it('gives work to who logs in without having subscribed, and answers who does so later', () => {
    const { miner } = headerMiner(alephium, [], onChain);
    const [answer, ...more] = miner.say('mining.authorize', [user, 'x']).lines;
    expect(answer).toBe('{"id":7,"result":true,"error":null}\n');
    expect(more.map((line) => (JSON.parse(line) as { method: string }).method)).toEqual([
      'mining.set_extranonce',
      'mining.set_difficulty',
      'mining.notify',
    ]);
    expect(worksOf(miner.say('mining.submit', share))).toEqual([256n]);
    expect(miner.say('mining.subscribe', ['miner/1.0']).lines).toEqual([
      '{"id":7,"result":"1234","error":null}\n',
    ]);
  });

  it('gives the verifier all 24 bytes of the nonce and the header', () => {
    const { miner, verified } = open();
    expect(worksOf(miner.say('mining.submit', share))).toEqual([256n]);
    expect(verified).toEqual([{ nonce: bytesOfHex(nonce, 24), headerBlob: bytesOfHex(headerWork, 32) }]);
  });

  it('names groups as numbers or as text', () => {
    const { miner } = open();
    expect(worksOf(miner.say('mining.submit', { ...share, fromGroup: '0', toGroup: '0' }))).toEqual([256n]);
  });

  it.each([
    ['a list in place of names', [user, headerJobId, nonce]],
    ['no group', { jobId: headerJobId, nonce, worker: user }],
    ['another group of the sixteen', { ...share, fromGroup: 3 }],
    ['a nonce of eight bytes', { ...share, nonce: '1234000000000009' }],
    ['the nonce of another session', { ...share, nonce: `4321${nonce.slice(4)}` }],
    ['no nonce', { ...share, nonce: undefined }],
  ])('is malformed with %s, and is not verified', (_title, params) => {
    const { miner, verified } = open();
    expect(reasonsOf(miner.say('mining.submit', params))).toEqual(['malformed']);
    expect(verified).toEqual([]);
  });
});
