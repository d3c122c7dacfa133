import { describe, expect, it } from 'vitest';
import { VerifierQueue } from './verifier-queue.ts';

const trusted = { source: '192.0.2.1', isTrusted: true };
const stranger = (source: string) => ({ source, isTrusted: false });

function drain(queue: VerifierQueue<string>, mayDistrust = true): string[] {
  const all: string[] = [];
  for (let next = queue.next(mayDistrust); next !== undefined; next = queue.next(mayDistrust))
    all.push(next.entry);
  return all;
}

describe('the line of a verifier', () => {
  it('gives those that are not trusted one turn of four, and those that are three', () => {
    const queue = new VerifierQueue<string>(100);
    for (let index = 1; index <= 3; index += 1) queue.add('junk', `j${index}`, stranger('198.51.100.1'));
    for (let index = 1; index <= 7; index += 1) queue.add('miner', `m${index}`, trusted);
    expect(queue.size).toBe(10);
    expect(drain(queue)).toEqual(['m1', 'm2', 'm3', 'j1', 'm4', 'm5', 'm6', 'j2', 'm7', 'j3']);
    expect(queue.size).toBe(0);
  });

  it('takes those that are not trusted in turn by client address, whatever they mine to', () => {
    const queue = new VerifierQueue<string>(100);
    for (let index = 1; index <= 3; index += 1) queue.add(`a${index}`, `j${index}`, stranger('198.51.100.1'));
    queue.add('newcomer', 'n1', stranger('203.0.113.9'));
    expect(drain(queue)).toEqual(['j1', 'n1', 'j2', 'j3']);
  });

  it('makes room among those that are not trusted for one of them', () => {
    const queue = new VerifierQueue<string>(8);
    expect(queue.add('a', 'j1', stranger('198.51.100.1'))).toBeUndefined();
    expect(queue.add('b', 'j2', stranger('198.51.100.1'))).toBeUndefined();
    expect(queue.add('c', 'n1', stranger('203.0.113.9'))).toBe('j2');
    expect(queue.add('m', 'm1', trusted)).toBeUndefined();
    // The pool's own has no standing.
    expect(queue.add('chain', 'c1')).toBeUndefined();
    expect(queue.size).toBe(4);
    expect(drain(queue)).toEqual(['m1', 'c1', 'j1', 'n1']);
  });

  it('gives only those that are trusted where no other may be taken', () => {
    const queue = new VerifierQueue<string>(8);
    queue.add('a', 'j1', stranger('198.51.100.1'));
    queue.add('m', 'm1', trusted);
    expect(drain(queue, false)).toEqual(['m1']);
    expect(drain(queue)).toEqual(['j1']);
  });
});
