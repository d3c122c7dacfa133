import { TESTS } from './import-rules.ts';

/** The kind of a pool is compared by the functions of its own file, so that a third kind is added in one place. */
export const kindRule = {
  name: 'kind-has-one-file',
  why: "The kind of a pool is computed from its parts and compared with the functions of domain/kernel/pool-kind.ts: no other file but the sandbox's own writes 'sandbox'.",
} as const;

const PLACES = /^(apps\/pool\/src|bench)\//;
const OWN = /^apps\/pool\/src\/(sandbox\/|domain\/kernel\/pool-kind\.ts$)/;
/** Expected values of tests are literal; their helpers are not. */
const tests = new RegExp(TESTS.replace('|/testing/', ''));

/** Whether a file writes the name of a kind where it should ask. */
export function namesKind(path: string, source: string): boolean {
  return PLACES.test(path) && !OWN.test(path) && !tests.test(path) && /(['"])sandbox\1/.test(source);
}
