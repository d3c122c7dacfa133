import { afterEach, expect, it, vi } from 'vitest';
import { keepHeapSmall } from './keep-heap-small.ts';

const MiB = 2 ** 20;

afterEach(() => void vi.useRealTimers());

it('collects where more than 32 MiB have gathered since the last time, and at the end', () => {
  vi.useFakeTimers();
  let used = 50 * MiB;
  let collections = 0;
  const stop = keepHeapSmall({
    used: () => used,
    collect: () => {
      collections += 1;
      used = 60 * MiB;
    },
  });
  used = 82 * MiB;
  vi.advanceTimersByTime(1000);
  expect(collections).toBe(0);
  used += 1;
  vi.advanceTimersByTime(100);
  expect(collections).toBe(1);
  used = 92 * MiB;
  vi.advanceTimersByTime(1000);
  expect(collections).toBe(1);
  used += 1;
  vi.advanceTimersByTime(100);
  expect(collections).toBe(2);
  stop();
  expect(collections).toBe(3);
  used = 500 * MiB;
  vi.advanceTimersByTime(1000);
  expect(collections).toBe(3);
});

it('drops what nothing refers to any more', async () => {
  const dropped = new WeakRef({ text: 'a thing' });
  // Until its turn of the event loop has ended it is kept.
  await new Promise((resolve) => setImmediate(resolve));
  keepHeapSmall()();
  expect(dropped.deref()).toBeUndefined();
});
