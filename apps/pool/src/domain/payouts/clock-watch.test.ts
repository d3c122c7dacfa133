import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { createClockWatch } from './clock-watch.ts';

describe.each(testEngines())('createClockWatch on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('lets nothing leave before it knows, then measures how far this machine is off [T2]', async () => {
    let offMs = 0;
    const watch = createClockWatch(ctx, () => Date.now() + offMs);
    expect(watch.suspends()).toBe('clock-unknown');
    await watch.measure();
    expect(watch.suspends()).toBeUndefined();
    expect(Math.abs(watch.skewMs() ?? Number.NaN)).toBeLessThan(30_000);
    for (const hours of [1, -1]) {
      offMs = hours * 3_600_000;
      await watch.measure();
      expect(watch.suspends()).toBe('clock-skew');
      expect(Math.round((watch.skewMs() ?? 0) / 60_000)).toBe(hours * 60);
    }
    offMs = 30_000;
    await watch.measure();
    expect(watch.suspends()).toBeUndefined();
    offMs = 90_000;
    await watch.measure();
    expect(watch.suspends()).toBe('clock-skew');
    offMs = 0;
    await watch.measure();
    expect(watch.suspends()).toBeUndefined();
  });
});
