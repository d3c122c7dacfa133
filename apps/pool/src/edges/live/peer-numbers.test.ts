import { describe, expect, it } from 'vitest';
import { PeerNumbers } from './peer-numbers.ts';

describe('PeerNumbers', () => {
  it('tells a gap and a repeat from the next message, each process by itself', () => {
    const peers = new PeerNumbers();
    const received = [
      ['a', 1],
      ['a', 2],
      ['b', 1],
      ['a', 2],
      ['a', 4],
      ['a', 3],
      ['a', 5],
      // A process that was first met in the middle has sent messages that were missed.
      ['c', 7],
    ] as const;
    expect(received.map(([from, number]) => peers.receive(from, number))).toEqual([
      'next',
      'next',
      'next',
      'repeated',
      'gap',
      'repeated',
      'next',
      'gap',
    ]);
  });

  it('forgets the process that was silent longest where there are more than 256', () => {
    const peers = new PeerNumbers();
    for (let peer = 0; peer < 256; peer += 1) peers.receive(`peer ${peer}`, 1);
    peers.receive('peer 0', 2);
    peers.receive('one more', 1);
    expect(peers.receive('peer 0', 2)).toBe('repeated');
    expect(peers.receive('peer 1', 1)).toBe('next');
  });
});
