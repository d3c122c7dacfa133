import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../domain/kernel/publisher.ts';
import { decodeMessage, encodeMessage, messageCharsMax, packEvents } from './relay-wire.ts';

const uuid = '22222222-2222-8222-8222-222222222222';
const worked: LiveEvent = { kind: 'miner-worked', minerId: 9_007_199_254_740_993n, uuid };

const ms = fc.nat({ max: 4_000_000_000_000 });
const anyUuid = fc.uuid();
const status = fc.constantFrom('pending', 'processing', 'success', 'error');
const name = fc.string({ maxLength: 64, unit: 'grapheme' }).filter((text) => text.length <= 64);
const whole = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const body = fc.oneof(
  fc.record({ type: fc.constant('worker'), name, algorithm: fc.constant('sha256'), online: fc.boolean() }),
  fc.record({
    type: fc.constant('reward'),
    algorithm: fc.constant('scrypt'),
    amount: fc.constant('0.000000000000000001'),
    timeStart: ms,
    timeEnd: ms,
    roundId: whole.map(String),
  }),
  fc.record(
    { type: fc.constant('account'), code: fc.constant('network-switched'), network: name, effectiveAt: ms },
    { requiredKeys: ['type', 'code'] },
  ),
  fc.record({
    type: fc.constant('payout'),
    payoutId: whole.map(String),
    network: name,
    amount: fc.constant('1'),
    status,
  }),
);
const payment = fc.record({
  id: whole,
  kind: fc.constantFrom('auto', 'manual'),
  status,
  reason: fc.option(name),
  network: name,
  amount: whole,
  txid: fc.option(name),
  exchange: fc.option(name),
  createdAt: ms,
  broadcastAt: fc.option(ms),
  settledAt: fc.option(ms),
  confirmations: fc.nat(),
  confirmationsNeeded: fc.nat(),
});
const anyEvent = fc.oneof(
  fc.record({
    kind: fc.constant('miner-event'),
    uuid: anyUuid,
    event: fc.record({ seq: fc.integer({ min: 1 }), at: ms, body }),
  }),
  fc.record({ kind: fc.constantFrom('balance-changed', 'miner-worked'), minerId: whole, uuid: anyUuid }),
  fc.record({ kind: fc.constant('payment-changed'), uuid: anyUuid, coin: fc.constant('DOGE'), payment }),
  fc.record({ kind: fc.constant('reload-pages') }),
  fc.record({ kind: fc.constant('algorithm-rewarded'), algorithm: fc.constant('kawpow'), at: ms }),
) as fc.Arbitrary<LiveEvent>;

describe('what processes tell each other', () => {
  it('is a text that names who speaks and how often it has spoken', () => {
    const [pack = ''] = packEvents([worked]);
    const text = encodeMessage('a', 3, pack);
    expect(text).toBe(
      `{"from":"a","number":3,"events":[{"kind":"miner-worked","minerId":"9007199254740993","uuid":"${uuid}"}]}`,
    );
    expect(decodeMessage(text)).toEqual({ from: 'a', number: 3, events: [worked], unknown: 0 });
  });

  it('arrives as it was sent, whatever happened and however much of it', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 120 }), (events) => {
        const messages = [...packEvents(events)].map((pack) => encodeMessage('a', 1, pack));
        expect(messages.filter(({ length }) => length > messageCharsMax)).toEqual([]);
        const heard = messages.map(decodeMessage);
        expect(heard.flatMap((message) => message?.events ?? [])).toEqual(events);
        expect(heard.map((message) => message?.unknown)).toEqual(messages.map(() => 0));
      }),
    );
  });

  it('is cut into several messages before it is too long for one', () => {
    const packs = [...packEvents(Array.from({ length: 500 }, () => worked))];
    expect(packs.length).toBe(4);
    expect(packs.flatMap((pack) => JSON.parse(pack) as unknown[]).length).toBe(500);
  });

  it('is taken without what this release does not know, which is counted', () => {
    const events = [
      { kind: 'moon-rose', at: 1 },
      { kind: 'miner-worked', minerId: '7', uuid },
      { kind: 'miner-worked', minerId: 7, uuid },
      { kind: 'balance-changed', minerId: '7', uuid: 'everybody' },
      { kind: 'algorithm-rewarded', algorithm: 'sha256', at: -1 },
      null,
    ];
    expect(decodeMessage(JSON.stringify({ from: 'a', number: 1, events }))).toEqual({
      from: 'a',
      number: 1,
      events: [{ kind: 'miner-worked', minerId: 7n, uuid }],
      unknown: 5,
    });
  });

  it('is nothing where it is no message', () => {
    const long = encodeMessage('a', 1, JSON.stringify(['x'.repeat(messageCharsMax)]));
    for (const text of ['', '{', 'null', '[]', '{"from":"a","number":0,"events":[]}', '{"from":1}', long])
      expect(decodeMessage(text), text.slice(0, 40)).toBeUndefined();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(decodeMessage(text)?.events ?? []).toEqual([]);
      }),
    );
  });
});
