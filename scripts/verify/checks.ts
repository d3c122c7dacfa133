export interface Check {
  readonly name: string;
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** What `npm run verify` runs, the slowest first so that they overlap best. */
export const checks: readonly Check[] = [
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'import rules', command: ['tsx', 'scripts/import-rules/main.ts'] },
  { name: 'plain words', command: ['tsx', 'scripts/verify/check-words.ts'] },
  { name: 'sizes', command: ['tsx', 'scripts/verify/check-sizes.ts'] },
  { name: 'dead code', command: ['knip', '--treat-config-hints-as-errors', '--no-progress'] },
  { name: 'types of apps/pool', command: ['tsc', '-p', 'apps/pool'] },
  { name: 'types of apps/signer', command: ['tsc', '-p', 'apps/signer'] },
  { name: 'types of apps/web', command: ['tsc', '-p', 'apps/web'] },
  { name: 'types of packages', command: ['tsc', '-p', 'packages'] },
  { name: "types of the packages' tests", command: ['tsc', '-p', 'packages/tsconfig.tests.json'] },
  { name: 'types of suites and tools', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'format', command: ['biome', 'format', '.'] },
];
