/** How a test runner ended. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** In quarantine, failed once and passed alone: passed, and named. */
  readonly unsteady: readonly string[];
  /** What failed, as far as a test or a file stands for it. */
  readonly failures: readonly Failure[];
}

export interface Failure {
  /** As the runner takes it for an argument. */
  readonly file: string;
  /** Its whole name; undefined where the file itself failed, for example because it could not be loaded. */
  readonly test: string | undefined;
  /** As the runner gives it, with colours and a stack. Empty where it gives none. */
  readonly message: string;
}

/** The part of Vitest's JSON report that is counted. */
export interface VitestReport {
  readonly testResults: readonly VitestFile[];
}

interface VitestFile {
  /** Its whole path. */
  readonly name: string;
  readonly status: string;
  /** Why the file itself failed, outside its tests. */
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName?: string;
    readonly failureMessages?: readonly string[];
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
  /** What failed outside a test, for example a file that could not be loaded. */
  readonly errors?: readonly PlaywrightError[];
}

interface PlaywrightError {
  readonly message?: string;
  readonly location?: { readonly file: string };
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    /** Below `e2e`. */
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results?: readonly PlaywrightResult[];
    }[];
  }[];
}

interface PlaywrightResult {
  readonly errors?: readonly PlaywrightError[];
}

/** A file that fails without a failing test, for example because it cannot be loaded, counts as one failure and is named. */
export function countVitest(report: VitestReport): TestCounts {
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = all.filter(({ status }) => status === 'passed').length;
  const failedTests = all.filter(({ status }) => status === 'failed').length;
  const failures = report.testResults.flatMap(failuresOfFile);
  const skipped = all.length - passed - failedTests;
  return { passed, failed: failures.length, skipped, unsteady: [], failures };
}

function failuresOfFile(file: VitestFile): readonly Failure[] {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && file.status === 'failed')
    return [{ file: file.name, test: undefined, message: file.message ?? '' }];
  return failed.map(({ fullName, failureMessages = [] }) => ({
    file: file.name,
    test: fullName,
    message: failureMessages.join('\n'),
  }));
}

/** What fails outside a test, for example a file that cannot be loaded, counts as a failure each and is named. */
export function countPlaywright({ stats, suites, errors = [] }: PlaywrightReport): TestCounts {
  const outside = errors.map(({ message = '', location }) => ({
    file: location?.file ?? 'e2e',
    test: undefined,
    message,
  }));
  return {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    unsteady: [],
    failures: [...suites.flatMap(failuresIn), ...outside],
  };
}

function failuresIn(suite: PlaywrightSuite): readonly Failure[] {
  const here = suite.specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results = [] }) => ({ file, test: title, message: messagesOf(results) })),
  );
  return [...here, ...(suite.suites ?? []).flatMap(failuresIn)];
}

const messagesOf = (results: readonly PlaywrightResult[]): string =>
  results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)).join('\n');

/** A runner that ended badly with no failure to show for it has failed all the same, and is named in place of a file. */
export function withExitCode(counts: TestCounts, exitCode: number, runner: string): TestCounts {
  if (exitCode === 0 || counts.failed > 0) return counts;
  const message = `ended with exit code ${exitCode} and no failed test: its output says why`;
  return { ...counts, failed: 1, failures: [{ file: runner, test: undefined, message }] };
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
