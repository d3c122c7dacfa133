import { describe, expect, it } from 'vitest';
import { afterSecondLook, filesToLookAtAgain } from './second-look.ts';

const file = (name: string, ...failures: string[]) => ({
  name: `/clone/${name}`,
  status: failures.length > 0 ? 'failed' : 'passed',
  assertionResults: [
    { status: 'passed', fullName: 'is well' },
    ...failures.map((text) => ({ status: 'failed', fullName: `fails: ${text}`, failureMessages: [text] })),
  ],
});
const again = (...testResults: ReturnType<typeof file>[]) => filesToLookAtAgain({ testResults }, '/clone');

describe('a second look at what failed', () => {
  it('is had at suites that wait for the machine', () => {
    expect(
      again(file('apps/pool/src/edges/live/gateway.test.ts', 'Timed out'), file('e2e/a.test.ts')),
    ).toEqual(['apps/pool/src/edges/live/gateway.test.ts']);
  });

  it('is not had at pure code, at money, at a falsified property, or when much failed', () => {
    expect(again(file('apps/pool/src/domain/payouts/payouts.test.ts', 'expected 2 to be 1'))).toBe(undefined);
    expect(again(file('packages/ledger/src/allocate.test.ts', 'expected 1n to be 2n'))).toBeUndefined();
    expect(
      again(file('e2e/a.test.ts', 'Timed out'), file('scripts/test/b.test.ts', 'expected')),
    ).toBeUndefined();
    expect(again(file('apps/pool/src/a.test.ts', 'Error: Property failed after 3 tests'))).toBeUndefined();
    expect(again(file('e2e/a.test.ts', 'x'), file('e2e/b.test.ts', 'x'), file('e2e/c.test.ts', 'x'))).toBe(
      undefined,
    );
    expect(again(file('e2e/a.test.ts'))).toBeUndefined();
  });

  it('leaves a file that could not be loaded to be looked at again too, and names it', () => {
    const unloaded = { name: '/clone/e2e/a.test.ts', status: 'failed', assertionResults: [] };
    expect(again(unloaded)).toEqual(['e2e/a.test.ts']);
    const first = { passed: 4, failed: 1, skipped: 2, unsteady: [] };
    expect(afterSecondLook(first, { testResults: [unloaded] })).toEqual({
      passed: 5,
      failed: 0,
      skipped: 2,
      unsteady: ['/clone/e2e/a.test.ts'],
    });
  });

  it('names every test that passed only alone', () => {
    const first = { passed: 2, failed: 1, skipped: 0, unsteady: [] };
    const report = { testResults: [file('e2e/a.test.ts', 'late'), file('e2e/b.test.ts')] };
    expect(afterSecondLook(first, report)).toEqual({
      passed: 3,
      failed: 0,
      skipped: 0,
      unsteady: ['fails: late'],
    });
  });
});
