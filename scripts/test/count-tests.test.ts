import { describe, expect, it } from 'vitest';
import { closingLine, countPlaywright, countVitest, withExitCode } from './count-tests.ts';

const none = { passed: 0, failed: 0, skipped: 0, unsteady: [], failures: [] };

describe('counting tests', () => {
  it('adds up the files of a Vitest report', () => {
    const report = {
      testResults: [
        { name: 'a', status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'skipped' }] },
        {
          name: 'b',
          status: 'failed',
          assertionResults: [
            { status: 'failed', fullName: 'b is told', failureMessages: ['expected 1 to be 2'] },
            { status: 'passed' },
          ],
        },
      ],
    };
    expect(countVitest(report)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      unsteady: [],
      failures: [{ file: 'b', test: 'b is told', message: 'expected 1 to be 2' }],
    });
  });

  it('counts a file that could not be loaded as a failure and names it', () => {
    const report = {
      testResults: [{ name: 'a', status: 'failed', message: 'no module', assertionResults: [] }],
    };
    expect(countVitest(report)).toEqual({
      ...none,
      failed: 1,
      failures: [{ file: 'a', test: undefined, message: 'no module' }],
    });
  });

  it('names the journeys that failed', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: `${title}.spec.ts`,
      tests: [{ status, results: [{ errors: [{ message: `${title} timed out` }] }] }],
    });
    const suites = [{ specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'unexpected')] }] }];
    const stats = { expected: 3, unexpected: 1, skipped: 2 };
    expect(countPlaywright({ stats, suites })).toEqual({
      passed: 3,
      failed: 1,
      skipped: 2,
      unsteady: [],
      failures: [{ file: 'b.spec.ts', test: 'b', message: 'b timed out' }],
    });
  });

  it('counts a journey that could not be loaded as a failure and names it', () => {
    const stats = { expected: 0, unexpected: 0, skipped: 0 };
    const errors = [{ message: 'no module', location: { file: '/pool/e2e/a.spec.ts' } }, {}];
    expect(countPlaywright({ stats, suites: [], errors })).toEqual({
      ...none,
      failed: 2,
      failures: [
        { file: '/pool/e2e/a.spec.ts', test: undefined, message: 'no module' },
        { file: 'e2e', test: undefined, message: '' },
      ],
    });
  });

  it('never lets a bad exit code pass for success', () => {
    const five = { ...none, passed: 5 };
    expect(withExitCode(five, 1, 'vitest')).toEqual({
      ...five,
      failed: 1,
      failures: [
        {
          file: 'vitest',
          test: undefined,
          message: 'ended with exit code 1 and no failed test: its output says why',
        },
      ],
    });
    expect(withExitCode({ ...five, failed: 2 }, 1, 'vitest')).toEqual({ ...five, failed: 2 });
    expect(withExitCode(five, 0, 'vitest')).toEqual(five);
  });

  it('closes with one line over all runners', () => {
    expect(closingLine([{ ...none, passed: 7 }, none])).toBe('7 passed, 0 failed');
    expect(
      closingLine([
        { ...none, passed: 7, failed: 1, skipped: 2 },
        { ...none, passed: 3, failed: 1, unsteady: ['a', 'b'] },
      ]),
    ).toBe('10 passed, 2 failed, 2 skipped, 2 unsteady');
  });
});
