import { describe, expect, it } from 'vitest';
import { targetBytes, targetOfWork } from '../../core/difficulty.ts';
import { headerRules } from '../../testing/header-kit.ts';
import { handedOn, outcomesOf, RelayedSession } from '../../testing/relayed-session.ts';
import type { UpstreamJob } from '../../upstream/client-dialect.ts';
import { headerRelays } from '../../upstream/header-relays.ts';
import type { Seat } from '../../upstream/relayed-share.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { readMessage } from '../../wire/message.ts';
import type { EthashInput } from '../ethereum/jobs.ts';
import type { KawpowWork } from './kawpow-client.ts';

const { layout } = headerRelays.kawpow;
const { scale } = headerRules;
// What xmrig was told by a recorded pool, and what it subscribed with.
const header = '056b562724e599c4ccec46aaec6256d30702f0066c400b9cceacc248a2b22124';
const seed = 'ce6968617bd21c29f50243de916ca100d72fe095492a8f12c1d381bb4c0b3d11';
const agent = 'XMRig/6.26.0 (Linux x86_64) libuv/1.44.2 gcc/12.2.0';
const user = 'RVN:RTestAddr.worker1';
const mix = 'c'.repeat(64);
const limitOf = (hashes: bigint): string => hexOfBytes(targetBytes(targetOfWork(hashes, scale)).toReversed());

const lane: Seat = { room: { prefix: '00ab2a', freeBytes: 5 } };
const jobOf = (
  content: string,
  { hashes = 64n, bits = 0x1b00ffff, clean = true, height = 1_219_736 } = {},
): UpstreamJob<KawpowWork> => ({
  id: 'theirs',
  clean,
  target: targetOfWork(hashes, scale),
  networkTarget: undefined,
  room: { prefix: '00ab', freeBytes: 6 },
  work: { header, seed, height, bits },
  content,
  versionMask: 0,
});

function mining(more: ConstructorParameters<typeof RelayedSession>[1] = {}): RelayedSession {
  const session = new RelayedSession(layout, more);
  session.take(lane);
  session.give(jobOf('a'));
  session.say('mining.subscribe', [agent]);
  session.say('mining.authorize', [user, 'x']);
  return session;
}

const submit = (session: RelayedSession, change: Readonly<Record<number, unknown>> = {}) =>
  session.say(
    'mining.submit',
    Object.assign([user, '1', '0x00ab2a0000000009', `0x${header}`, `0x${mix}`], change),
  );

describe('a session of KawPow whose work another pool gives', () => {
  it('gets its lane with the subscription, and target and job once it has logged in', () => {
    const session = new RelayedSession(layout);
    session.take(lane);
    expect(session.give(jobOf('a'))).toEqual([]);
    expect(session.say('mining.subscribe', [agent]).replies).toEqual([
      '{"id":1,"result":[null,"00ab2a"],"error":null}\n',
    ]);
    expect(session.say('mining.authorize', [user, 'x']).replies).toEqual([
      '{"id":1,"result":true,"error":null}\n',
      `{"id":null,"method":"mining.set_target","params":["${limitOf(8n)}"]}\n`,
      `{"id":null,"method":"mining.notify","params":["1","${header}","${seed}","${limitOf(8n)}",true,1219736,"1b00ffff"]}\n`,
    ]);
    expect(limitOf(8n)).toBe(`20${'0'.repeat(62)}`);
    // The same target again is not told again, and work of before is only lost where the other pool says so.
    expect(session.give(jobOf('b', { clean: false }))).toEqual([
      `{"id":null,"method":"mining.notify","params":["2","${header}","${seed}","${limitOf(8n)}",false,1219736,"1b00ffff"]}\n`,
    ]);
  });

  it('gives work to a program that logs in before it subscribes', () => {
    const session = new RelayedSession(layout);
    session.take(lane);
    session.give(jobOf('a'));
    expect(session.say('mining.authorize', [user, 'x']).replies).toHaveLength(1);
    expect(session.say('mining.subscribe', []).replies).toHaveLength(3);
    expect(session.say('mining.subscribe', []).replies).toEqual([
      '{"id":1,"result":[null,"00ab2a"],"error":null}\n',
    ]);
  });

  it('ends a connection for which there is no lane: the miner goes to the next pool of its list', () => {
    const { replies, effects } = new RelayedSession(layout).say('mining.subscribe', [agent]);
    expect(replies).toEqual(['{"id":1,"result":null,"error":[20,"There is no work yet, try again",null]}\n']);
    expect(effects).toEqual([{ kind: 'disconnect', reason: 'login-refused' }]);
  });

  it('hands a share on with what is free of its nonce, and counts what its content is worth', () => {
    const session = mining();
    const { share, input } = handedOn(submit(session, { 2: '0x00AB2A000000000F' }));
    expect(input.found).toEqual({ free: '000000000f', mix });
    expect(input.seat).toBe(lane);
    const { headerHash, nonce, height, limit } = input.proof as EthashInput;
    expect([hexOfBytes(headerHash), nonce, height]).toEqual([header, 0x00ab2a000000000fn, 1_219_736]);
    // The easier one of what it counts here and there.
    expect(limit).toEqual(targetBytes(targetOfWork(8n, scale)));
    const proof = targetBytes(targetOfWork(9n, scale));
    const accepted = session.complete(share, { kind: 'accepted', proof });
    expect(accepted.replies).toEqual(['{"id":1,"result":true,"error":null}\n']);
    expect(accepted.effects).toMatchObject([
      { kind: 'share', work: 8n, blocks: 0, login: { worker: 'worker1' } },
    ]);
    // It is not calculated again.
    const again = submit(session, { 2: '00ab2a000000000f' });
    expect(again.replies).toEqual(['{"id":1,"result":null,"error":[22,"Duplicate share",null]}\n']);
    expect(outcomesOf(again)).toEqual(['duplicate']);
    const refused = session.complete(share, { kind: 'refused', reason: 'stale' });
    expect(refused.replies).toEqual(['{"id":1,"result":null,"error":[21,"Job not found",null]}\n']);
  });

  it.each([
    ['another job', 1, '9', 'stale'],
    ['no job', 1, null, 'stale'],
    ['the header of another job', 3, `0x${'5'.repeat(64)}`, 'stale'],
    ['a worker that it does not name', 0, 5, 'verify'],
    ['a nonce of another lane', 2, '0x00ab2b0000000009', 'malformed'],
    ['a nonce of the pool without its lane', 2, '0x00ab000000000009', 'malformed'],
    ['a nonce of seven bytes', 2, '0x00ab2a00000009', 'malformed'],
    ['a nonce as a number', 2, 9, 'malformed'],
    ['a mix of 31 bytes', 4, `0x${'c'.repeat(62)}`, 'malformed'],
    ['no mix', 4, undefined, 'malformed'],
  ])('answers a share with %s', (_title, index, value, outcome) => {
    expect(outcomesOf(submit(mining(), { [index]: value }))).toEqual([outcome]);
  });

  it('takes no mix but the right one, which alone is proof of work', () => {
    const hash = new Uint8Array(32).fill(1);
    const found = { free: '', mix };
    const verdict = (byte: number) => ({ mix: new Uint8Array(32).fill(byte), hash });
    expect(layout.hashOf?.(verdict(0xcc), found)).toEqual(hash);
    expect(layout.hashOf?.(verdict(0xcd), found)).toBe('wrong-proof');
  });

  it('refuses aloud what it cannot record, or what comes too early', () => {
    expect(outcomesOf(submit(mining({ accepting: false })))).toEqual(['not-recording']);
    expect(outcomesOf(submit(new RelayedSession(layout)))).toEqual(['not-subscribed']);
    const session = new RelayedSession(layout);
    session.take(lane);
    session.give(jobOf('a'));
    session.say('mining.subscribe', []);
    expect(outcomesOf(submit(session))).toEqual(['unauthorized']);
  });

  it('hands on what the other pool counts although it is worth nothing here, and credits nothing', () => {
    const session = mining();
    // The same content, for which the other pool asks for less now: what it is worth here is fixed.
    session.give(jobOf('a', { hashes: 4n }));
    const { share, input } = handedOn(submit(session, { 1: '2' }));
    expect((input.proof as EthashInput).limit).toEqual(targetBytes(targetOfWork(4n, scale)));
    const proof = targetBytes(targetOfWork(5n, scale));
    expect(session.complete(share, { kind: 'accepted', proof })).toMatchObject({
      replies: ['{"id":1,"result":true,"error":null}\n'],
      effects: [],
    });
  });

  it('never asks for more than the other pool or a block', () => {
    const session = mining();
    expect(session.give(jobOf('b', { hashes: 4n }))[0]).toContain(limitOf(4n));
    expect(session.give(jobOf('c', { bits: 0x207fffff }))[0]).toContain(limitOf(2n));
  });

  it('takes what a miner asks for with the second content: in the first it could have searched before', () => {
    const session = new RelayedSession(layout);
    session.take(lane);
    session.give(jobOf('a'));
    session.say('mining.subscribe', []);
    expect(session.say('mining.authorize', [user, 'd=16']).replies[1]).toContain(limitOf(8n));
    expect(session.give(jobOf('b'))[0]).toContain(limitOf(16n));
  });
});

describe('the lane of a session of KawPow', () => {
  const other: Seat = { room: { prefix: '0c2a', freeBytes: 6 } };

  it('stays with a miner that cannot be told of another: it has to come again', () => {
    const session = mining();
    expect(session.dialect.seats?.mayMove(session.state)).toBe(false);
    expect(session.take(other)).toBe(false);
    expect(outcomesOf(submit(session))).toEqual(['verify']);
  });

  it('changes for one that follows, with the next job, and nothing that was given before holds', () => {
    const session = mining();
    expect(session.say('mining.extranonce.subscribe', []).replies).toEqual([
      '{"id":1,"result":true,"error":null}\n',
    ]);
    expect(session.take(other)).toBe(true);
    expect(outcomesOf(submit(session))).toEqual(['stale']);
    const [moved, notify] = session.give(jobOf('a', { clean: false }));
    expect(moved).toBe('{"id":null,"method":"mining.set_extranonce","params":["0c2a"]}\n');
    // Whatever the other pool says of its own jobs, all that this miner had is lost.
    expect(notify).toContain(',true,1219736,');
    expect(outcomesOf(submit(session, { 1: '2' }))).toEqual(['malformed']);
    const { input } = handedOn(submit(session, { 1: '2', 2: '0x0c2a000000000009' }));
    expect(input.found).toEqual({ free: '000000000009', mix });
  });

  it('is asked for by the subscription, and may move before that', () => {
    const session = new RelayedSession(layout);
    const asks = (method: string): boolean | undefined =>
      session.dialect.seats?.asks(readMessage(JSON.stringify({ id: 1, method, params: [] })));
    expect([asks('mining.subscribe'), asks('mining.authorize')]).toEqual([true, false]);
    session.take(lane);
    expect(session.take(other)).toBe(true);
  });
});

describe('what a stranger says to a session of KawPow', () => {
  it('ends the connection where it is no JSON, and is answered where it is no message', () => {
    expect(new RelayedSession(layout).line('GET / HTTP/1.1').effects).toEqual([
      { kind: 'disconnect', reason: 'not-stratum' },
    ]);
    const session = mining();
    const refusal = ['{"id":1,"result":null,"error":[20,"Malformed message",null]}\n'];
    expect(session.line('{"id":1,"method":5}').replies).toEqual(refusal);
    expect(session.say('mining.authorize', { user }).replies).toEqual(refusal);
    expect(session.say('mining.nonsense', []).replies[0]).toContain('[20,"Unknown method",null]');
    expect(session.say('eth_submitHashrate', ['0x1', '0x2']).replies[0]).toContain('"result":true');
    expect(session.line('{"id":1,"result":true,"error":null}')).toMatchObject({ replies: [], effects: [] });
    expect(outcomesOf(session.say('mining.authorize', ['NOPE:a.rig', 'x']))).toEqual(['refused']);
    expect(outcomesOf(submit(session))).toEqual(['verify']);
  });
});
