import { describe, expect, it } from 'vitest';
import { DividedRoom } from './divided-room.ts';
import { UpstreamMemory } from './upstream-memory.ts';

const job = (content: string, prefix = '', freeBytes = 8) => ({
  id: content,
  content,
  clean: true,
  target: 1n,
  networkTarget: undefined,
  versionMask: 0,
  room: { prefix, freeBytes },
  work: {},
});

describe('the work of a pool that has one header for all, after a start', () => {
  it.for(['ethproxy', 'conflux'])('of %s is given from the second content of a connection on', (dialect) => {
    const memory = new UpstreamMemory({ random: () => 0, now: () => 0 });
    const [one, other] = [new DividedRoom(dialect, memory), new DividedRoom(dialect, memory)];
    expect(one.openJob(job('a'))).toBe('withheld');
    expect(one.openJob(job('a'))).toBe('withheld');
    // One that is behind, or has headers of its own, may say what was mined as well.
    expect(other.openJob(job('0'))).toBe('withheld');
    expect(one.take('x')).toBeUndefined();
    expect(one.openJob(job('b'))).toBe('moved');
    expect(one.take('x')?.lane).toBe(1);
    expect(other.openJob(job('a'))).toBe('withheld');
    expect(other.openJob(job('b'))).toBe('moved');
    expect(one.openJob(job('0'))).toBe('withheld');
    expect(one.openJob(job('c'))).toBe('same');
  });

  it('waits for nothing after a mere loss of the connection, once it was given', () => {
    const memory = new UpstreamMemory({ random: () => 0, now: () => 0 });
    const room = new DividedRoom('ethproxy', memory);
    expect([room.openJob(job('a')), room.openJob(job('b'))]).toEqual(['withheld', 'moved']);
    room.close();
    expect(room.openJob(job('b'))).toBe('moved');
    room.close();
    expect(room.openJob(job('c'))).toBe('moved');
  });

  it('is not given by a connection that was lost before its second content', () => {
    const room = new DividedRoom('ethproxy', new UpstreamMemory({ random: () => 0, now: () => 0 }));
    expect(room.openJob(job('a'))).toBe('withheld');
    room.close();
    expect(room.openJob(job('b'))).toBe('withheld');
    expect(room.openJob(job('c'))).toBe('moved');
  });

  it('is given after ten minutes in which nothing else was said: where all miners are ours no other content would come', () => {
    let now = 1000;
    const memory = new UpstreamMemory({ random: () => 0, now: () => now });
    const room = new DividedRoom('ethproxy', memory);
    expect(room.openJob(job('a'))).toBe('withheld');
    now += 599_999;
    // A pool that says nothing new is left after two minutes, and connected to again.
    room.close();
    expect(room.openJob(job('a'))).toBe('withheld');
    now += 1;
    expect(room.openJob(job('a'))).toBe('moved');
    expect(room.take('x')?.lane).toBe(1);
    expect(room.openJob(job('b'))).toBe('same');
  });

  it('is given at once where it has lanes, which begin at one by chance and are all had', () => {
    const room = new DividedRoom('monero', new UpstreamMemory({ random: () => 0.999, now: () => 0 }));
    expect(room.openJob(job('a', '', 4))).toBe('moved');
    const lanes = Array.from({ length: 256 }, () => room.take('x')?.lane);
    expect(lanes.slice(0, 3)).toEqual([255, 1, 2]);
    expect(new Set(lanes.slice(0, 255)).size).toBe(255);
    expect(lanes[255]).toBeUndefined();
  });
});
