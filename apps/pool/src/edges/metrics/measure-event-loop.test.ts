import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parsePrometheusText } from '../../../../../testing/prometheus-text.ts';
import { measureEventLoop } from './measure-event-loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('measures how late its timer is called, and adds up for every scrape', async () => {
  const registry = new Registry();
  let late = 0;
  measureEventLoop([registry], () => Date.now() + late);
  vi.advanceTimersByTime(1000);
  // The process is busy for 700 ms.
  late += 700;
  vi.advanceTimersByTime(250);
  vi.advanceTimersByTime(250);
  for (let scrape = 0; scrape < 2; scrape += 1) {
    const { samples } = parsePrometheusText(await registry.metrics());
    const under = (le: string) =>
      samples.find(({ name, labels }) => name.endsWith('_bucket') && labels['le'] === le)?.value;
    expect(['0.01', '0.5', '1', '+Inf'].map(under)).toEqual([5, 5, 6, 6]);
    expect(samples.find(({ name }) => name.endsWith('_sum'))?.value).toBeCloseTo(0.7, 9);
  }
});
