import { describe, expect, it } from 'vitest';
import { alephium, type AlephiumVerdict } from '../dialects/alephium/alephium.ts';
import { beam } from '../dialects/beam/beam.ts';
import { conflux } from '../dialects/conflux/conflux.ts';
import { ergo } from '../dialects/ergo/ergo.ts';
import { nexa } from '../dialects/nexa/nexa.ts';
import { xelis } from '../dialects/xelis/xelis.ts';
import { playedHeaders } from './header-kit.ts';
import { call, connect, lowHash, user, work } from './header-connection.ts';
import type { Call } from './own-jobs-credit-game.ts';
import { type PortMiner, reasonsOf, worksOf } from './port-miner.ts';

/**
 * There is no recording of a real program of these dialects: forms and words are those of Miningcore's pools, of alephium/mining-pool, of
 * conflux-rust, of the Stratum document of Xelis, and of the nodes of Beam and Iron Fish.
 */
const linesOf = (miner: PortMiner<unknown, unknown>, calls: readonly (readonly [string, unknown])[]) =>
  calls.flatMap(([method, params]) => miner.say(method, params).lines);
const login = [
  ['mining.subscribe', ['lolMiner 1.98']],
  ['mining.authorize', [user, 'x']],
] as const;

describe('what miners are told', () => {
  it('by Ergo’s Stratum: a target as a decimal number, which a hash must be below', () => {
    expect(linesOf(connect(ergo), login)).toEqual([
      '{"id":7,"result":[[["mining.set_difficulty","1234"],["mining.notify","1234"]],"1234",6],"error":null}\n',
      '{"id":7,"result":true,"error":null}\n',
      '{"id":null,"method":"mining.set_difficulty","params":[1]}\n',
      `{"id":null,"method":"mining.notify","params":["5555555555555555",7,"${work}","","","2","${2n ** 248n + 1n}","",true]}\n`,
    ]);
  });

  it('by Nexa’s: a commitment, a height, and four bytes of the nonce', () => {
    expect(linesOf(connect(nexa), login)).toEqual([
      '{"id":7,"result":[[["mining.set_difficulty","abcd1234"],["mining.notify","abcd1234"]],"abcd1234",8],"error":null}\n',
      '{"id":7,"result":true,"error":null}\n',
      '{"id":null,"method":"mining.set_difficulty","params":[256]}\n',
      `{"id":null,"method":"mining.notify","params":["5555555555555555","${work}",7,"1d00ffff"]}\n`,
    ]);
  });

  it('by Alephium’s: a list of jobs, one for each chain that is worked on', () => {
    expect(linesOf(connect(alephium), login)).toEqual([
      '{"id":7,"result":"1234","error":null}\n',
      '{"id":7,"result":true,"error":null}\n',
      '{"id":null,"method":"mining.set_extranonce","params":["1234"]}\n',
      '{"id":null,"method":"mining.set_difficulty","params":[256]}\n',
      `{"id":null,"method":"mining.notify","params":[{"jobId":"5555555555555555","fromGroup":0,"toGroup":0,"headerBlob":"${work}","txsBlob":"","targetBlob":"01${'00'.repeat(31)}"}]}\n`,
    ]);
  });

  it('by Conflux’s: the subscription is the login, and each job has its boundary', () => {
    expect(linesOf(connect(conflux), [['mining.subscribe', [user, 'x']]])).toEqual([
      '{"id":7,"result":true,"error":null}\n',
      `{"id":null,"method":"mining.notify","params":["0x${work}","7","0x${work}","0x01${'00'.repeat(31)}"]}\n`,
    ]);
  });

  it('by Beam’s: a difficulty of 32 bits in each job, and fields beside id and method', () => {
    const miner = connect(beam);
    expect(
      miner.line(JSON.stringify({ id: 'login', jsonrpc: '2.0', method: 'login', api_key: user })).lines,
    ).toEqual([
      '{"id":"login","jsonrpc":"2.0","method":"result","code":0,"description":"Login successful","nonceprefix":"cd1234"' +
        ',"forkheight":1,"forkheight2":1}\n',
      // Order 8, no mantissa: 256.
      `{"id":"5555555555555555","jsonrpc":"2.0","method":"job","input":"${work}","difficulty":134217728,"height":7}\n`,
    ]);
  });

  it('by Xelis’s: a time, a hash, and an extranonce of 32 bytes; the worker logs in beside the address', () => {
    const miner = connect(xelis);
    expect(
      linesOf(miner, [
        ['mining.subscribe', ['miner', ['xel/v3']]],
        ['mining.authorize', ['ERG:9h', 'rig1', 'x']],
      ]),
    ).toEqual([
      `{"id":7,"result":["abcd1234","abcd1234${'0'.repeat(56)}",32,"${'0'.repeat(64)}"],"error":null}\n`,
      '{"id":7,"result":true,"error":null}\n',
      '{"id":null,"method":"mining.set_difficulty","params":[256]}\n',
      `{"id":null,"method":"mining.notify","params":["5555555555555555","000001a1f84fe160","${work}","xel/v3",true]}\n`.replace(
        '000001a1f84fe160',
        (1_795_172_316_000).toString(16).padStart(16, '0'),
      ),
    ]);
    expect([...miner.shell.logins].map(({ worker }) => worker)).toEqual(['rig1']);
  });
});

describe.each(playedHeaders)('a share of $name', (spoken) => {
  const verdict = spoken.verdict(lowHash.toReversed());
  const known = { job: work.slice(0, spoken.name === 'ironfish' ? 7 : 16), content: work };
  const open = (verify?: (input: unknown) => unknown): PortMiner<unknown, unknown> =>
    connect(spoken.dialect, verify, (digits) => spoken.workOf(digits));
  const mining = (verify: (input: unknown) => unknown = () => verdict): PortMiner<unknown, unknown> => {
    const miner = open(verify);
    for (const said of [...spoken.onConnect, ...spoken.login('x', 1)]) call(miner, said);
    return miner;
  };

  it('counts what its job was told with, once, however its digits are written', () => {
    const miner = mining();
    const share = spoken.submit(known, 5n);
    expect(worksOf(call(miner, share))).toEqual([256n]);
    expect(reasonsOf(call(miner, share))).toEqual(['duplicate']);
    const upper = JSON.stringify({ id: 1, ...spoken.submit(known, 0xabcn) }).replaceAll('abc', 'aBC');
    expect(worksOf(miner.line(upper))).toEqual([256n]);
    expect(reasonsOf(miner.line(upper.replaceAll('aBC', 'Abc')))).toEqual(['duplicate']);
  });

  it('is refused before its login, for a job that is none, and where its hash is too high', () => {
    const share = spoken.submit(known, 5n);
    const reasons = reasonsOf(call(open(), share));
    expect(['not-subscribed', 'unauthorized']).toContain(reasons[0]);
    const other = spoken.submit({ job: 'none', content: '6'.repeat(64) }, 5n);
    expect(reasonsOf(call(mining(), other))).toEqual(['stale']);
    const high = new Uint8Array(32).fill(255);
    expect(
      reasonsOf(
        call(
          mining(() => spoken.verdict(high)),
          share,
        ),
      ),
    ).toEqual(['low-difficulty']);
  });

  it('is refused where its nonce is not within the session’s part, or has another length', () => {
    const text = JSON.stringify(spoken.submit(known, 5n));
    const [nonce = ''] = /[0-9a-f]*0000000005/.exec(text) ?? [];
    const changed = [`${nonce}00`, `zz${nonce.slice(2)}`, 'ff'.repeat(5000)].map((wrong) =>
      text.replaceAll(nonce, wrong),
    );
    // Conflux's programs leave out zeros.
    if (spoken.name !== 'conflux') changed.push(text.replaceAll(nonce, nonce.slice(0, -2)));
    // Ergo's have the miner's part a second time, which is enough.
    if (spoken.prefix !== '' && spoken.name !== 'ergo')
      changed.push(text.replaceAll(`"${spoken.prefix}`, `"9${spoken.prefix.slice(1)}`));
    for (const share of changed)
      expect([share, reasonsOf(call(mining(), JSON.parse(share) as Call))]).toEqual([share, ['malformed']]);
  });
});

it('a share of Alephium counts on the chain of its job alone', () => {
  const verdicts: AlephiumVerdict[] = [
    { hash: lowHash, chain: { from: 0, to: 0 } },
    { hash: lowHash, chain: { from: 0, to: 1 } },
  ];
  const outcomes = verdicts.map((verdict) => {
    const miner = connect(alephium, () => verdict);
    linesOf(miner, login);
    const nonce = `1234${'0'.repeat(44)}`;
    const share = { jobId: work.slice(0, 16), fromGroup: 0, toGroup: 0, nonce, worker: user };
    return [
      reasonsOf(miner.say('mining.submit', share)),
      reasonsOf(miner.say('mining.submit', { ...share, toGroup: 1 })),
    ];
  });
  expect(outcomes).toEqual([
    [[], ['malformed']],
    [['wrong-chain'], ['malformed']],
  ]);
});
