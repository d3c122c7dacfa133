import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionsWanted } from './connections-wanted.ts';
import { KnownShares } from './known-shares.ts';
import { fateOfShare, isWithinRounding, minersTarget } from './relay-rule.ts';

const terms = { target: 1000n, networkTarget: 10n };
const share = (proof: bigint | undefined, closedForMs?: number) => ({
  proof,
  minersTarget: 8000n,
  closedForMs,
});

describe('the difficulty of a relayed miner', () => {
  it('is never above the upstream’s, nor a block’s', () => {
    expect(minersTarget(8000n, terms, true)).toBe(8000n);
    expect(minersTarget(500n, terms, true)).toBe(1000n);
    expect(minersTarget(500n, { target: 1000n, networkTarget: 4000n }, true)).toBe(4000n);
    expect(minersTarget(8000n, terms, false)).toBe(1000n);
    expect(minersTarget(8000n, { target: 1000n, networkTarget: 4000n }, false)).toBe(1000n);
    expect(minersTarget(500n, { target: 1000n, networkTarget: undefined }, true)).toBe(1000n);
  });
});

describe('what becomes of a relayed share', () => {
  it.for([
    ['too high for its miner', share(8001n), { kind: 'refused', why: 'low-difficulty' }],
    ['good for its miner', share(8000n), { kind: 'accepted', forward: false }],
    ['just too high for the upstream', share(1001n), { kind: 'accepted', forward: false }],
    ['good for the upstream', share(1000n), { kind: 'accepted', forward: true }],
    ['a block', share(10n), { kind: 'accepted', forward: true }],
    ['late, good for its miner', share(8000n, 1), { kind: 'refused', why: 'stale' }],
    ['late and too high for its miner', share(8001n, 1), { kind: 'refused', why: 'low-difficulty' }],
    ['late, good for the upstream', share(1000n, 2000), { kind: 'held' }],
    ['too late for the upstream', share(1000n, 2001), { kind: 'refused', why: 'stale' }],
    ['a block, however late', share(10n, 60_000), { kind: 'held' }],
    ['not judged here', share(undefined), { kind: 'held' }],
    ['late and not judged here', share(undefined, 2000), { kind: 'held' }],
    ['too late and not judged here', share(undefined, 2001), { kind: 'refused', why: 'stale' }],
  ] as const)('%s', ([, given, fate]) => {
    expect(fateOfShare(given, terms)).toEqual(fate);
  });

  it('sends a block that the upstream would call too low', () => {
    const easy = { target: 1000n, networkTarget: 4000n };
    expect(fateOfShare(share(4000n), easy)).toEqual({ kind: 'accepted', forward: true });
  });

  it('never sends what is no share of the upstream, and never keeps one back', () => {
    const value = fc.bigInt(1n, 2000n);
    fc.assert(
      fc.property(value, value, value, value, (proof, wanted, target, networkTarget) => {
        const job = { target, networkTarget };
        const given = { proof, minersTarget: minersTarget(wanted, job, true), closedForMs: undefined };
        const fate = fateOfShare(given, job);
        const isForUpstream = proof <= target || proof <= networkTarget;
        expect(fate.kind === 'accepted' && fate.forward).toBe(isForUpstream);
      }),
    );
  });

  it('does not hold a refusal against an upstream that rounds otherwise', () => {
    expect([isWithinRounding(1000n, 1000n), isWithinRounding(1000n, 1_000_000n)]).toEqual([true, false]);
    expect([isWithinRounding(999_001n, 1_000_000n), isWithinRounding(999_000n, 1_000_000n)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('what was sent already', () => {
  const job = (content: string, prefix = '08') => ({
    id: '1',
    clean: true,
    target: 1n,
    networkTarget: undefined,
    work: {},
    content,
    room: { prefix, freeBytes: 4 },
    versionMask: 0,
  });
  const found = { free: '00000001', time: 5, nonce: 6, version: 7 };

  const opened = (...contents: readonly string[]): KnownShares => {
    const shares = new KnownShares();
    for (const content of contents) shares.openJob(job(content));
    return shares;
  };

  it('is known by all that was filled in, and by the prefix of its connection', () => {
    const shares = opened('a', 'b', 'c');
    expect(shares.send(job('a'), found)).toBe('new');
    expect(shares.send({ ...job('a'), id: '2' }, found)).toBe('duplicate');
    const others = [{ time: 6 }, { nonce: 7 }, { version: 8 }, { free: '00000002' }];
    for (const other of others) expect(shares.send(job('a'), { ...found, ...other })).toBe('new');
    expect(shares.send(job('a', '09'), found)).toBe('new');
    expect(shares.send(job('b'), found)).toBe('new');
    // Where the line between the upstream's bytes and ours lies makes no other share.
    expect(
      shares.send(
        { ...job('c', '0800'), room: { prefix: '0800', freeBytes: 3 } },
        { ...found, free: '000001' },
      ),
    ).toBe('new');
    expect(shares.send(job('c'), found)).toBe('duplicate');
  });

  it('is known by its hash where it was judged here, whatever its job is called', () => {
    const shares = opened('a', 'b', 'c');
    expect(shares.judge(job('a'), 1n << 200n)).toBe('new');
    expect(shares.judge({ ...job('a'), id: '2', target: 5n }, 1n << 200n)).toBe('duplicate');
    expect(shares.judge(job('a'), (1n << 200n) + 1n)).toBe('new');
    expect(shares.judge(job('b'), 1n << 200n)).toBe('new');
    expect(shares.send(job('a'), found)).toBe('new');
  });

  it('is not made another share by what follows from its nonce', () => {
    const shares = opened('a', 'b', 'c');
    const proof = { free: '01', mix: 'a', result: 'b' };
    const other = { ...proof, mix: 'c', result: 'd' };
    expect(shares.send(job('a'), proof)).toBe('new');
    expect(shares.send(job('a'), other)).toBe('duplicate');
  });

  it('tells the solutions of one nonce apart', () => {
    const shares = opened('a', 'b', 'c');
    const one = { free: '01', solution: Uint8Array.of(1, 2) };
    const other = { free: '01', solution: Uint8Array.of(1, 3) };
    const again = { free: '01', solution: Uint8Array.of(1, 2) };
    expect(shares.send(job('a'), one)).toBe('new');
    expect(shares.send(job('a'), other)).toBe('new');
    expect(shares.send(job('a'), again)).toBe('duplicate');
  });

  it('is not forgotten while a job of its content is open, however many others are', () => {
    const contents = Array.from({ length: 200 }, (_, count) => `${count}`);
    const shares = opened(...contents);
    for (const content of contents) {
      expect(shares.judge(job(content), 7n)).toBe('new');
      expect(shares.send(job(content), found)).toBe('new');
    }
    for (const content of contents) {
      expect([shares.isJudged(job(content), 7n), shares.judge(job(content), 7n)]).toEqual([
        true,
        'duplicate',
      ]);
      expect(shares.send(job(content), found)).toBe('duplicate');
    }
  });

  it('is remembered for a content that was closed and comes again, on another connection too', () => {
    const shares = opened('a', 'a');
    expect(shares.judge(job('a'), 7n)).toBe('new');
    shares.closeJob(job('a'));
    expect(shares.judge(job('a'), 7n)).toBe('duplicate');
    shares.closeJob(job('a'));
    expect(shares.judge(job('a'), 8n)).toBe('full');
    shares.openJob(job('a'));
    expect(shares.judge(job('a'), 7n)).toBe('duplicate');
  });

  it('can be sent again where it was not sent after all, and is not once a content is full', () => {
    const shares = opened('a');
    expect(shares.send(job('a'), found)).toBe('new');
    shares.unsend(job('a'), found);
    expect(shares.send(job('a'), found)).toBe('new');
    for (let count = 1; count < 65_536; count++) shares.send(job('a'), { free: `${count}` });
    expect(shares.send(job('a'), { free: 'more' })).toBe('full');
    expect(shares.send(job('a'), found)).toBe('duplicate');
  });
});

describe('connections to an upstream', () => {
  const load = { miners: 100, lanes: 256, verifies: true, forwardsPerSecond: 1, connectionsMax: 10 };

  it.for([
    ['one and a spare', load, { connections: 2, minersEach: 100, left: 0 }],
    ['none is there', { ...load, miners: 0 }, { connections: 2, minersEach: 1, left: 0 }],
    ['four fifths of the lanes', { ...load, miners: 204 }, { connections: 2, minersEach: 204, left: 0 }],
    ['more than four fifths', { ...load, miners: 205 }, { connections: 3, minersEach: 103, left: 0 }],
    ['many shares a second', { ...load, forwardsPerSecond: 21 }, { connections: 4, minersEach: 34, left: 0 }],
    ['the limit', { ...load, miners: 5000 }, { connections: 10, minersEach: 204, left: 2960 }],
    ['a limit of one', { ...load, connectionsMax: 1 }, { connections: 1, minersEach: 100, left: 0 }],
    ['no verifier', { ...load, verifies: false, miners: 5 }, { connections: 6, minersEach: 1, left: 0 }],
    [
      'no verifier at the limit',
      { ...load, verifies: false, miners: 25 },
      { connections: 10, minersEach: 3, left: 0 },
    ],
    [
      'no verifier and too many',
      { ...load, verifies: false, miners: 200 },
      { connections: 10, minersEach: 16, left: 40 },
    ],
    ['no lanes', { ...load, lanes: 1, miners: 4 }, { connections: 5, minersEach: 1, left: 0 }],
  ] as const)('%s', ([, given, plan]) => {
    expect(connectionsWanted(given)).toEqual(plan);
  });
});
