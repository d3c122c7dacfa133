import { describe, expect, it, vi } from 'vitest';
import type { TestCounts } from './count-tests.ts';
import { quarantine } from './quarantine.ts';
import { tryQuarantined } from './try-quarantined.ts';

const list = [{ test: 'a pool waits', reason: 'a timer', since: '2026-11-23' }];
const known = { file: 'e2e/a.test.ts', test: 'a pool waits', message: '' };
const unknown = { file: 'e2e/b.test.ts', test: 'a pool answers', message: '' };
const run = (failures: TestCounts['failures'], failed = failures.length): TestCounts => ({
  passed: 7,
  failed,
  skipped: 1,
  unsteady: [],
  failures,
});
const passes = vi.fn<(files: readonly string[]) => Promise<TestCounts>>(async () => run([]));

describe('a test in quarantine', () => {
  it('that fails is tried once more, alone, and named', async () => {
    expect(await tryQuarantined(run([known]), list, passes)).toEqual({
      passed: 8,
      failed: 0,
      skipped: 1,
      unsteady: ['a pool waits'],
      failures: [],
    });
    expect(passes.mock.calls).toEqual([[['e2e/a.test.ts']]]);
  });

  it('that fails twice fails the run', async () => {
    expect(await tryQuarantined(run([known]), list, async () => run([known]))).toEqual(run([known]));
  });
});

it.each([
  ['a test outside the list', run([unknown])],
  ['a test outside the list beside one of it', run([known, unknown])],
  ['a runner that ended badly without a failed test', run([], 1)],
  ['nothing', run([])],
])('%s is not tried again', async (_what, first) => {
  passes.mockClear();
  expect(await tryQuarantined(first, list, passes)).toEqual(first);
  expect(passes).not.toHaveBeenCalled();
});

describe('the quarantine', () => {
  // Lower this with every test that is fixed, and never raise it: a test that is unsteady for a new reason is fixed, not listed.
  const longest = 0;

  it('only shrinks, and says of each test why and since when', () => {
    expect(quarantine.length).toBeLessThanOrEqual(longest);
    for (const { test, reason, since } of quarantine) {
      expect([test, reason]).not.toContain('');
      expect(since).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });
});
