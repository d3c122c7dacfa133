import { describe, expect, it } from 'vitest';
import { DividedRoom, type TakenLane } from './divided-room.ts';
import { UpstreamMemory } from './upstream-memory.ts';

const job = (content: string, prefix = '0800', freeBytes = 4) => ({
  id: '1',
  clean: true,
  target: 1n,
  networkTarget: undefined,
  work: {},
  content,
  room: { prefix, freeBytes },
  versionMask: 0,
});

describe('a divided room', () => {
  it('gives lanes once a job has come, as long as its room stays', () => {
    const room = new DividedRoom('bitcoin', new UpstreamMemory({ random: () => 0, now: () => 0 }));
    expect(room.take('a')).toBeUndefined();
    expect(room.openJob(job('a'))).toBe('moved');
    expect(room.openJob(job('b'))).toBe('same');
    const [one, other] = [room.take('a'), room.take('a')] as [TakenLane, TakenLane];
    expect([one, other]).toEqual([
      { lane: 0, owner: 'a', room: { prefix: '080000', freeBytes: 3 } },
      { lane: 1, owner: 'a', room: { prefix: '080001', freeBytes: 3 } },
    ]);
    expect(room.freeOf(other, 'abcdef')).toBe('01abcdef');
    expect([room.fits(other, 'abcdef'), room.fits(other, 'abcd')]).toEqual([true, false]);
    expect([room.mayWork(one, job('b')), room.mayWork({ ...one }, job('b'))]).toEqual([true, false]);
  });

  it('lets no lane of before hold, nor be given back for the miner that has its number now', () => {
    const room = new DividedRoom('bitcoin', new UpstreamMemory({ random: () => 0, now: () => 0 }));
    room.openJob(job('a'));
    const before = room.take('a') as TakenLane;
    expect(room.openJob(job('b', '0900'))).toBe('moved');
    const after = room.take('a') as TakenLane;
    expect([before.lane, after.lane]).toEqual([0, 0]);
    room.giveBack(before);
    expect([room.mayWork(before, job('b')), room.mayWork(after, job('b'))]).toEqual([false, true]);
    room.openJob(job('c', '0900'));
    expect(room.take('a')?.lane).toBe(1);
  });

  it('does not begin again in a room that it had before, as after a lost connection', () => {
    const room = new DividedRoom('monero', new UpstreamMemory({ random: () => 0, now: () => 0 }));
    room.openJob(job('a', '', 4));
    const lanes = Array.from({ length: 255 }, () => room.take('a')?.lane);
    expect([lanes[0], lanes[254]]).toEqual([1, 255]);
    room.close();
    expect(room.plan).toBeUndefined();
    expect(room.openJob(job('a', '', 4))).toBe('moved');
    expect(room.take('a')).toBeUndefined();
    room.openJob(job('b', '', 4));
    expect(room.take('a')?.lane).toBe(1);
  });

  it('is none where too little is left', () => {
    expect(
      new DividedRoom('bitcoin', new UpstreamMemory({ random: () => 0, now: () => 0 })).openJob(
        job('a', '08', 2),
      ),
    ).toBe('too-narrow');
  });

  it('shares its lanes with other connections that were given the same room', () => {
    const memory = new UpstreamMemory({ random: () => 0, now: () => 0 });
    const [one, other] = [new DividedRoom('kaspa', memory), new DividedRoom('kaspa', memory)];
    one.openJob(job('a', '', 8));
    other.openJob(job('a', '', 8));
    expect([one.take('a'), other.take('a'), one.take('a')].map((taken) => taken?.room.prefix)).toEqual([
      '00',
      '01',
      '02',
    ]);
  });
});
