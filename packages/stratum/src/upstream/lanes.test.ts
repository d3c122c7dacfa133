import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBits, freeOfLane, type LanePlan, planLanes, roomOfLane } from './lane-plan.ts';
import { Lanes } from './lanes.ts';

const room = (prefixBytes: number, freeBytes: number) => ({ prefix: 'ab'.repeat(prefixBytes), freeBytes });

describe('the division of an upstream’s room', () => {
  it.for([
    // dialect, bytes of the upstream, bytes of ours, version bits: bytes of a lane, bytes of a miner, lanes
    ['bitcoin', 4, 8, 0, 4, 4, 65_536],
    ['bitcoin', 4, 6, 0, 2, 4, 65_536],
    ['bitcoin', 4, 5, 0, 1, 4, 256],
    ['bitcoin', 4, 4, 0, 1, 3, 256],
    ['bitcoin', 4, 4, 15, 1, 3, 256],
    ['bitcoin', 4, 4, 16, 2, 2, 65_536],
    ['bitcoin', 4, 3, 16, 1, 2, 256],
    ['bitcoin', 4, 16, 0, 8, 8, 65_536],
    ['zcash', 4, 28, 0, 4, 24, 65_536],
    ['zcash', 14, 18, 0, 2, 16, 65_536],
    ['zcash', 16, 16, 0, 0, 16, 1],
    ['ethereum-stratum', 2, 6, 0, 1, 5, 256],
    ['ethereum-stratum', 3, 5, 0, 0, 5, 1],
    ['monero', 0, 4, 0, 1, 3, 255],
    ['monero', 1, 3, 0, 0, 3, 1],
    ['kaspa', 1, 7, 0, 1, 6, 256],
    ['kaspa', 2, 6, 0, 0, 6, 1],
    ['alephium', 1, 23, 0, 1, 22, 256],
    ['alephium', 2, 22, 0, 0, 22, 1],
    ['kawpow', 2, 6, 0, 1, 5, 256],
    ['kawpow', 3, 5, 0, 0, 5, 1],
    ['ergo', 2, 6, 0, 1, 5, 256],
    ['beam', 3, 5, 0, 1, 4, 256],
    ['ironfish', 2, 6, 0, 1, 5, 256],
    ['ironfish', 3, 5, 0, 0, 5, 1],
    ['nexa', 4, 8, 0, 0, 8, 1],
    ['xelis', 0, 8, 0, 0, 8, 1],
  ] as const)(
    '%s, %i + %i bytes, %i version bits',
    ([dialect, prefix, free, bits, laneBytes, freeBytes, lanes]) => {
      expect(planLanes(dialect, room(prefix, free), bits)).toMatchObject({
        laneBytes,
        freeBytes,
        lanes,
        isShared: false,
      });
    },
  );

  it('is refused where nothing useful would be left', () => {
    expect(planLanes('bitcoin', room(4, 2))).toBeUndefined();
    expect(planLanes('bitcoin', room(4, 1), 16)).toBeUndefined();
  });

  it.for(['ethproxy', 'conflux'])('is none in %s: all search one header', (dialect) => {
    const plan = planLanes(dialect, room(0, 8)) as LanePlan;
    expect(plan).toMatchObject({ laneBytes: 0, freeBytes: 8, isShared: true });
    const lanes = new Lanes(plan);
    lanes.openJob('a');
    const rooms = [lanes.take('a'), lanes.take('a')].map((lane) => roomOfLane(room(0, 8), plan, lane ?? 0));
    // Each may begin elsewhere; programs that begin at zero are in no one's way.
    expect(rooms).toEqual([
      { prefix: '', freeBytes: 8, begin: '0001' },
      { prefix: '', freeBytes: 8, begin: '0002' },
    ]);
    expect(freeOfLane(plan, 2, '0002aaaaaaaaaaaa')).toBe('0002aaaaaaaaaaaa');
  });

  it('counts from one in Monero, where zero says that no byte is fixed', () => {
    const lanes = new Lanes(planLanes('monero', room(0, 4)) as LanePlan);
    lanes.openJob('a');
    expect([lanes.take('a'), lanes.take('a')]).toEqual([1, 2]);
  });

  it('gives lanes of one width, none of which begins with another, and the upstream the whole', () => {
    const dialects = [
      'bitcoin',
      'zcash',
      'ethereum-stratum',
      'monero',
      'kaspa',
      'alephium',
      'kawpow',
      'ergo',
      'beam',
      'ironfish',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...dialects),
        fc.nat(8),
        fc.integer({ min: 1, max: 32 }),
        fc.nat(20),
        fc.tuple(fc.nat(0xffffffff), fc.nat(0xffffffff)),
        (dialect, prefixBytes, bytes, bits, draws) => {
          const whole = room(prefixBytes, bytes);
          const plan = planLanes(dialect, whole, bits);
          if (plan === undefined) return;
          expect(plan.laneBytes + plan.freeBytes).toBe(bytes);
          const [one, other] = draws.map((draw) => plan.firstLane + (draw % plan.lanes)) as [number, number];
          const ofOne = roomOfLane(whole, plan, one);
          expect(ofOne.prefix.length).toBe(2 * (prefixBytes + plan.laneBytes));
          expect(ofOne.prefix.startsWith(whole.prefix)).toBe(true);
          if (one !== other) expect(ofOne.prefix).not.toBe(roomOfLane(whole, plan, other).prefix);
          const free = freeOfLane(plan, one, 'f'.repeat(2 * plan.freeBytes));
          expect(free.length).toBe(2 * bytes);
          expect(whole.prefix + free).toBe(ofOne.prefix + 'f'.repeat(2 * plan.freeBytes));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the lanes of a connection', () => {
  const plan: LanePlan = { laneBytes: 1, freeBytes: 3, firstLane: 0, lanes: 3, isShared: false };

  it('are counted, and come back with content that their miner never had', () => {
    const lanes = new Lanes(plan);
    lanes.openJob('a');
    expect(['a', 'a', 'a', 'a'].map((content) => lanes.take(content))).toEqual([0, 1, 2, undefined]);
    lanes.giveBack(1);
    expect(lanes.take('a')).toBeUndefined();
    lanes.openJob('a');
    expect(lanes.take('a')).toBeUndefined();
    lanes.openJob('b');
    lanes.giveBack(0);
    expect([lanes.take('b'), lanes.take('b')]).toEqual([1, undefined]);
    // Back to an earlier job: its first miner may go on, the one that followed another may not.
    lanes.openJob('a');
    expect([lanes.mayWork(2, 'a'), lanes.mayWork(1, 'a'), lanes.mayWork(1, 'b')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(lanes.take('a')).toBeUndefined();
    lanes.openJob('c');
    expect(lanes.take('c')).toBe(0);
  });

  it('never let two miners search the same', () => {
    const deed = fc.oneof(
      fc.record({ kind: fc.constant('take' as const) }),
      fc.record({ kind: fc.constant('give' as const), index: fc.nat(5) }),
      fc.record({
        kind: fc.constant('job' as const),
        content: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      }),
    );
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 60 }), (deeds) => {
        const lanes = new Lanes(plan);
        /** What each (lane, content) was searched by. */
        const searched = new Map<string, number>();
        let miners: { readonly miner: number; readonly lane: number }[] = [];
        let content = 'first';
        let count = 0;
        lanes.openJob(content);
        const work = (): void => {
          for (const { miner, lane } of miners) {
            if (!lanes.mayWork(lane, content)) continue;
            const key = `${lane} ${content}`;
            expect(searched.get(key) ?? miner).toBe(miner);
            searched.set(key, miner);
          }
        };
        for (const each of deeds) {
          if (each.kind === 'job') lanes.openJob((content = each.content));
          if (each.kind === 'take') {
            const lane = lanes.take(content);
            count += 1;
            if (lane !== undefined) {
              // A miner that gets a lane has something to do at once.
              expect(lanes.mayWork(lane, content)).toBe(true);
              miners.push({ miner: count, lane });
            }
          }
          if (each.kind === 'give') {
            const gone = miners[each.index];
            if (gone !== undefined) lanes.giveBack(gone.lane);
            miners = miners.filter((one) => one !== gone);
          }
          expect(new Set(miners.map(({ lane }) => lane)).size).toBe(miners.length);
          work();
        }
      }),
      { numRuns: 500 },
    );
  });
});

it('counts version bits', () => {
  expect([0, 1, 0x1fffe000, 0xffffffff].map(countBits)).toEqual([0, 1, 16, 32]);
});
