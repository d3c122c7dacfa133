import { describe, expect, it } from 'vitest';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { KnownShares } from '@openlode/stratum/upstream/known-shares';
import { OpenRelayJobs } from './open-relay-jobs.ts';

const jobOf = (id: string, clean = false): UpstreamJob => ({
  id,
  clean,
  target: 1n,
  networkTarget: undefined,
  room: { prefix: '', freeBytes: 8 },
  work: undefined,
  content: id,
  versionMask: 0,
});

class Book {
  now = 0;
  readonly jobs: OpenRelayJobs<unknown>;

  constructor(last?: { readonly followers: number; readonly ms: number }) {
    this.jobs = new OpenRelayJobs(() => this.now, new KnownShares(), last);
  }

  take(id: string, clean = false): UpstreamJob {
    const job = jobOf(id, clean);
    this.jobs.hear();
    this.jobs.open(job);
    return job;
  }

  closedForMs(job: UpstreamJob, at = this.now): number | undefined {
    return this.jobs.find(job, at)?.closedForMs;
  }
}

describe('jobs that say when those before them are over', () => {
  it('are open until a clean one comes, however many and however late', () => {
    const book = new Book();
    const first = book.take('first');
    for (let each = 0; each < 30; each += 1) book.take(`more ${each}`);
    book.now = 3_600_000;
    expect(book.closedForMs(first)).toBeUndefined();
    expect(book.jobs.isOpen(first)).toBe(true);
    book.take('clean', true);
    book.now += 70;
    expect(book.closedForMs(first)).toBe(70);
    expect(book.closedForMs(first, book.now - 71)).toBeUndefined();
    expect(book.jobs.isOpen(first)).toBe(false);
  });
});

describe('jobs that never say so', () => {
  const last = { followers: 3, ms: 10_000 };

  it('are over with the third that follows, whether that is given to miners or not', () => {
    const book = new Book(last);
    const first = book.take('first');
    book.now = 100;
    const second = book.take('second');
    // One that comes too fast is heard of, and given to none.
    book.jobs.hear();
    expect([book.closedForMs(first), book.closedForMs(second)]).toEqual([undefined, undefined]);
    book.now = 200;
    book.take('fourth');
    book.now = 250;
    expect([book.closedForMs(first), book.closedForMs(second)]).toEqual([50, undefined]);
    expect([book.jobs.isOpen(first), book.jobs.isOpen(second)]).toEqual([false, true]);
    expect(book.jobs.find(first)?.isOver).toBe(false);
    book.now = 2201;
    expect(book.jobs.find(first)?.isOver).toBe(true);
  });

  it('are over ten seconds after they came, and the newest not before another one follows it', () => {
    const book = new Book(last);
    const first = book.take('first');
    book.now = 4000;
    const second = book.take('second');
    book.now = 9999;
    expect(book.closedForMs(first)).toBeUndefined();
    book.now = 10_001;
    expect([book.closedForMs(first), book.closedForMs(first, 9000)]).toEqual([1, undefined]);
    expect(book.jobs.isOpen(first)).toBe(false);
    book.now = 60_000;
    expect(book.closedForMs(second)).toBeUndefined();
    book.take('third');
    book.now = 60_300;
    // What was on its way then is late by no more.
    expect(book.closedForMs(second)).toBe(300);
  });

  it('are forgotten with their connection', () => {
    const book = new Book(last);
    const first = book.take('first');
    book.jobs.clear();
    book.take('second');
    expect(book.jobs.find(first)).toBeUndefined();
    expect(book.jobs.isOpen(first)).toBe(false);
  });
});
