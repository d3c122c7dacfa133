import { createHash } from 'node:crypto';
import type { Contexts } from './contexts.ts';
import type { AdminActions } from './admin-socket.ts';
import { isInputOf } from './verb.ts';
import { verbs } from './verbs.ts';

/** Everything that verbs may need of a running pool; the actor comes with the request. */
export type PoolContexts = Omit<
  Contexts['database'] & Contexts['wallets'] & Contexts['nodes'] & Contexts['site'] & Contexts['miners'],
  'actor'
>;

/**
 * What a running pool does for the operator: every verb that needs more than the program of the commands, by its name. A request is
 * `{"do": "payouts hold", "input": …, "actor": …}`; throws a `TypeError` on an input that is not one of the verb.
 */
export function answerVerbs(
  ctx: PoolContexts,
  {
    database,
    onDecision,
  }: {
    /** What `databaseMark` makes of where the database is: a pool of another one would answer for another ledger. */
    readonly database: string;
    /** Hears of everything the operator decided. */
    readonly onDecision: (decision: Readonly<Record<string, unknown>>) => Promise<void>;
  },
): AdminActions {
  const answers = verbs
    .filter(({ needs }) => needs !== 'program')
    .map((verb): [string, AdminActions[string]] => [
      verb.name,
      async ({ input, actor }) => {
        if (typeof actor !== 'string') throw new TypeError('it is missing who asks');
        if (!isInputOf(verb, input)) throw new TypeError(`${verb.name} cannot be done with this`);
        const answer = await verb.run({ ...ctx, actor }, input);
        if (verb.decides) await onDecision({ kind: verb.name, actor, input, outcome: answer });
        return answer;
      },
    ]);
  return {
    ...Object.fromEntries(answers),
    which: async () => ({ database }),
    // A backup of a shared database is made beside the pool, whose log has it all the same.
    'backup-was-written': async ({ file, rows }) => {
      if (typeof file !== 'string' || typeof rows !== 'number')
        throw new TypeError('a file and its rows are missing');
      await ctx.announceBackup({ file, rows });
      return { kind: 'done' };
    },
  };
}

/** Tells databases apart without telling where they are; an embedded one is its directory's, which the socket lies in. */
export function databaseMark(url: string | undefined): string {
  return url === undefined ? 'embedded' : createHash('sha256').update(url).digest('hex');
}
