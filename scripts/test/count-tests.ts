/** How a test runner ended. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** In quarantine, failed once and passed alone: passed, and named. */
  readonly unsteady: readonly string[];
  /** What failed, as far as a test stands for it. */
  readonly failures: readonly Failure[];
}

export interface Failure {
  /** As the runner takes it for an argument. */
  readonly file: string;
  /** Its whole name. */
  readonly test: string;
}

/** The part of Vitest's JSON report that is counted. */
export interface VitestReport {
  readonly testResults: readonly {
    /** The file's whole path. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName?: string;
    }[];
  }[];
}

/** The part of Playwright's JSON report that is counted. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly skipped: number;
  };
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    /** Below `e2e`. */
    readonly file: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
}

/** A file that fails without a failing test, for example because it cannot be loaded, counts as one failure. */
export function countVitest(report: VitestReport): TestCounts {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  const failures: Failure[] = [];
  for (const file of report.testResults) {
    let failedHere = 0;
    for (const { status, fullName } of file.assertionResults)
      if (status === 'passed') passed += 1;
      else if (status === 'failed') {
        failedHere += 1;
        failures.push({ file: file.name, test: fullName ?? file.name });
      } else skipped += 1;
    failed += failedHere === 0 && file.status === 'failed' ? 1 : failedHere;
  }
  return { passed, failed, skipped, unsteady: [], failures };
}

export function countPlaywright({ stats, suites }: PlaywrightReport): TestCounts {
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    unsteady: [],
    failures: suites.flatMap(failuresIn),
  };
}

function failuresIn(suite: PlaywrightSuite): readonly Failure[] {
  const here = suite.specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'));
  const failures = here.map(({ title, file }) => ({ file, test: title }));
  return [...failures, ...(suite.suites ?? []).flatMap(failuresIn)];
}

/** A runner that ended badly with no failure to show for it has failed all the same. */
export function withExitCode(counts: TestCounts, exitCode: number): TestCounts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** `12 passed, 0 failed`, and how many were skipped or unsteady if any were. */
export function closingLine(counts: readonly TestCounts[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
    counts.reduce((total, part) => total + part[key], 0);
  const rest = [
    [sum('skipped'), 'skipped'],
    [counts.flatMap(({ unsteady }) => unsteady).length, 'unsteady'],
  ] as const;
  const also = rest.filter(([count]) => count > 0).map(([count, word]) => `, ${count} ${word}`);
  return `${sum('passed')} passed, ${sum('failed')} failed${also.join('')}`;
}
