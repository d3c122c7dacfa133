/** How a test runner ended. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The part of Vitest's JSON report that is counted. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** The part of Playwright's JSON report that is counted. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

/** A file that fails without a failing test, for example because it cannot be loaded, counts as one failure. */
export function countVitest(report: VitestReport): TestCounts {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const file of report.testResults) {
    let failedHere = 0;
    for (const { status } of file.assertionResults)
      if (status === 'passed') passed += 1;
      else if (status === 'failed') failedHere += 1;
      else skipped += 1;
    failed += failedHere === 0 && file.status === 'failed' ? 1 : failedHere;
  }
  return { passed, failed, skipped };
}

/** A test that only passed at a second try has failed: nothing here may depend on luck. */
export function countPlaywright({ stats }: PlaywrightReport): TestCounts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/** A runner that ended badly with no failure to show for it has failed all the same. */
export function withExitCode(counts: TestCounts, exitCode: number): TestCounts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** `12 passed, 0 failed`, and how many were skipped if any were. */
export function closingLine(counts: readonly TestCounts[]): string {
  const sum = (key: keyof TestCounts): number => counts.reduce((total, part) => total + part[key], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
