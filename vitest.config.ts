import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SHORT_LIVED } from './testing/node-flags.ts';

/** `npm run test:long` sets this; without it the long suites are left out. */
const isLong = process.env['TEST_LONG'] === '1';

const exclude = [
  '**/node_modules/**',
  '**/dist/**',
  '**/planted-imports/**',
  ...(isLong ? [] : ['**/*.long.test.*']),
];

/** A busy machine takes many times what an idle one does: this only ends what would never end. */
const testTimeout = 60_000;
const hookTimeout = 120_000;
/** How long a wait takes that has no time of its own. */
const setupFiles = [join(import.meta.dirname, 'testing/wait-limit.ts')];
const buildProofOfWork = join(import.meta.dirname, 'testing/build-proof-of-work.ts');
const poolSetup = 'apps/pool/src/runtime/database/testing/global-setup.ts';

/**
 * In this order. Suites that start the built pool as a process wait most: as the last ones they left a core idle. Files of a few milliseconds come last,
 * so that all workers are done at once.
 */
const projects = ['processes', 'web-sharing', 'web', 'pool', 'small'];

/** Takes tens of seconds each, or spends a minute on drawing lines: begun among the last of its project, one would run alone in the end. */
const long = [
  'e2e/operator',
  'e2e/database-outage',
  'e2e/live-between-processes',
  'e2e/exchanges',
  'e2e/restore-old-backups',
  'packages/stratum/src/testing/entrances',
].map((name) => `/${name}.test.ts`);

/** A fresh checkout knows no durations and begins with the largest files of a project, behind the long ones. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's, not an array's
    const sorted = await super.sort(files);
    const turns = new Map(sorted.map((file) => [file, turnOf(file)]));
    return sorted.toSorted((one, other) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0));
  }
}

function turnOf({ moduleId, project }: TestSpecification): number {
  const isLong = moduleId.includes('.fuzz.') || long.some((end) => moduleId.endsWith(end));
  // One that asks for a document among others that have none: a process ends at each change.
  const isOther = readFileSync(moduleId, 'utf8').includes('@vitest-environment');
  return 3 * projects.indexOf(project.name) + (isLong ? 0 : isOther ? 2 : 1);
}

/**
 * Suites that mock nothing but answers of the pool. They share a process, and read the site's code once: a third of what they cost. A suite that
 * mocks a module, needs one that keeps the first document it sees, or counts what all pages share (messages), is not among them.
 */
const sharing = [
  'src/app/kit/kit-page.test.tsx',
  'src/app/routes/{address-page,address-tabs,blocks-page,coin-page,deprecated-algorithm,doctor-page,lookup-page,owner-actions,referrals-page,routes,support-page}.test.tsx',
  'src/app/shell/title-reveal.test.tsx',
  'src/features/address/**/*.test.tsx',
  'src/shared/{api/use-fiat,deferred/deferred,late/late,pace/paced,ui/scroll-strip}.test.tsx',
];
const inDocument = {
  root: 'apps/web',
  setupFiles,
  environment: 'happy-dom',
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
  testTimeout,
  hookTimeout,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // One more than the cores of a small machine: many suites wait for timers.
    maxWorkers: 3,
    projects: [
      {
        // What a process costs to start is more than most of them take: no database, no document.
        test: {
          name: 'small',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{signer,web}/src/**/*.test.ts',
            '{scripts,testing,bench}/**/*.test.ts',
          ],
          exclude,
          isolate: false,
          setupFiles,
          globalSetup: [buildProofOfWork],
          testTimeout,
          hookTimeout,
        },
      },
      {
        test: {
          name: 'pool',
          // Files share a process, and with it the databases that they take over from each other.
          isolate: false,
          include: ['apps/pool/src/**/*.test.ts'],
          exclude,
          setupFiles,
          globalSetup: [...(existsSync(poolSetup) ? [poolSetup] : []), buildProofOfWork],
          testTimeout,
          hookTimeout,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: { ...inDocument, name: 'web-sharing', include: sharing, exclude, isolate: false },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          ...inDocument,
          name: 'web',
          include: ['src/**/*.test.tsx'],
          exclude: [...exclude, ...sharing],
        },
      },
      {
        // Suites that start the built pool as a process.
        test: {
          name: 'processes',
          // Code of the tests is all that they share.
          isolate: isLong,
          include: ['e2e/**/*.test.ts'],
          env: isLong ? {} : { POOL_NODE_FLAGS: SHORT_LIVED },
          exclude,
          setupFiles,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
