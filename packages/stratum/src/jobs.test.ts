import { describe, expect, it } from 'vitest';
import { JobBook } from './jobs.ts';
import { buildJob } from './testing/session-kit.ts';

describe('JobBook', () => {
  it('keeps the newest eight jobs of a block open', () => {
    const book = new JobBook();
    for (let id = 1; id <= 10; id++) book.add(buildJob({ id: String(id), clean: id === 1 }));
    expect(book.find('2')).toBeUndefined();
    expect(book.find('3')?.number).toBe(3);
    expect(book.oldestNumber).toBe(3);
    expect(book.current?.job.id).toBe('10');
  });

  it('closes everything with a clean job and forgets its shares', () => {
    const book = new JobBook();
    const first = book.add(buildJob({ id: '1' }));
    const second = book.add(buildJob({ id: '2', clean: false }));
    expect(second.accepted).toBe(first.accepted);
    const third = book.add(buildJob({ id: '3' }));
    expect(book.find('1')).toBeUndefined();
    expect(book.find('2')).toBeUndefined();
    expect(third.accepted).not.toBe(first.accepted);
    expect(book.oldestNumber).toBe(3);
  });

  it('is empty at first', () => {
    expect(new JobBook().current).toBeUndefined();
    expect(new JobBook().oldestNumber).toBe(1);
  });
});
