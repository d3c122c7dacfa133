import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallLimit, callPace } from './call-pace.ts';
import { krakenLimit, restMsOf } from './kraken-pace.ts';

/** A clock that time passes on only while something sleeps. */
function suiteClock() {
  let now = 0;
  return {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
    advance: (ms: number) => (now += ms),
  };
}

const limit: CallLimit = { max: 15, decay: 0.33, reserved: 5, begin: 0 };
const read = { cost: 1, isFirst: false };

describe('callPace', () => {
  it('lets calls leave at once until those that move money need the rest, and then as the count falls', async () => {
    const clock = suiteClock();
    const pace = callPace(limit, clock);
    const at: number[] = [];
    for (let call = 0; call < 12; call += 1) {
      (await pace.turn(read)).left();
      at.push(clock.now());
    }
    expect(at.slice(0, 9)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    // A third of a call in a second.
    expect(at.slice(9)).toEqual([3031, 6061, 9091]);
  });

  it('keeps room for a request that moves money', async () => {
    const clock = suiteClock();
    const pace = callPace(limit, clock);
    for (let call = 0; call < 9; call += 1) (await pace.turn(read)).left();
    for (let call = 0; call < 5; call += 1) (await pace.turn({ cost: 1, isFirst: true })).left();
    expect(clock.now()).toBe(0);
    await pace.turn({ cost: 0, isFirst: true });
    expect(clock.now()).toBe(0);
  });

  it('counts what waits to leave, and lets it fall only from then on', async () => {
    const clock = suiteClock();
    const pace = callPace({ ...limit, reserved: 0 }, clock);
    const waiting = await Promise.all(Array.from({ length: 14 }, () => pace.turn(read)));
    clock.advance(60_000);
    for (const { left } of waiting) left();
    await pace.turn(read);
    expect(clock.now()).toBe(63_031);
  });

  it('lets nothing leave for as long as the venue says, and begins at its most then', async () => {
    const clock = suiteClock();
    const pace = callPace(limit, clock);
    pace.refused(15_000);
    await pace.turn({ cost: 0, isFirst: true });
    expect(clock.now()).toBe(15_000);
    (await pace.turn(read)).left();
    // 15 less 4.95, and room for nine at once.
    expect(clock.now()).toBe(15_000 + Math.ceil(((15 - 4.95 + 1 - 9) / 0.33) * 1000));
  });

  it('never comes to the limit of a tier, whatever is called when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('starter' as const, 'intermediate' as const, 'pro' as const),
        fc.boolean(),
        fc.array(
          fc.record({
            cost: fc.constantFrom(0, 1, 1, 1, 2),
            isFirst: fc.boolean(),
            rest: fc.integer({ min: 0, max: 4000 }),
          }),
          { maxLength: 80 },
        ),
        async (tier, movesMoney, calls) => {
          const clock = suiteClock();
          const { max, decay } = krakenLimit(tier, movesMoney);
          const pace = callPace(krakenLimit(tier, movesMoney), clock);
          let [counted, countedAt] = [0, 0];
          for (const { rest, ...call } of calls) {
            clock.advance(rest);
            (await pace.turn(call)).left();
            counted = Math.max(0, counted - ((clock.now() - countedAt) / 1000) * decay) + call.cost;
            countedAt = clock.now();
            expect(counted).toBeLessThanOrEqual(max);
          }
        },
      ),
    );
  });
});

it.each([
  ['EAPI:Rate limit exceeded', 15_000],
  ['EOrder:Rate limit exceeded', 15_000],
  ['EGeneral:Too many requests', 15_000],
  ['HTTP 429', 15_000],
  ['EService: Throttled: [1700000020]', 20_000],
  ['EService:Throttled: 1700000000', 1000],
  ['EService: Throttled: [1900000000]', 60_000],
  ['EOrder:Insufficient funds', undefined],
  ['HTTP 502', undefined],
])('reads how long to rest from %s', (fault, ms) => {
  expect(restMsOf(fault, 1_700_000_000_000)).toBe(ms);
});
