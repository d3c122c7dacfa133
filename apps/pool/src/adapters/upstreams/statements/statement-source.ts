import type {
  StatementAnswer,
  StatementSource,
  UpstreamStatement,
} from '../../../domain/kernel/statement.ts';
import { nodejsPool } from './nodejs-pool.ts';
import type { StatementShape } from './statement-shape.ts';
import { twoMiners } from './two-miners.ts';

/** The families of pools whose pages are read, by the word of the settings. */
export const statementShapes = { 'nodejs-pool': nodejsPool, '2miners': twoMiners } as const satisfies Record<
  string,
  StatementShape
>;

export type StatementKind = keyof typeof statementShapes;

/** Where another pool has what it says of our account. */
export interface StatementPlace {
  readonly kind: StatementKind;
  /** Without a slash at its end. */
  readonly url: string;
  /** As that pool names it: mostly an address of ours. */
  readonly account: string;
  /** Those of the unit in which it has amounts. */
  readonly decimals: number;
  readonly arrivesWithinMs: number;
}

/** More payments are not read at once, however long a list is. */
const paymentsMax = 100;

/** Asks one page below an address, within limits of time and size. Never rejects. */
export type AskPage = (
  path: string,
) => Promise<
  { readonly kind: 'answered'; readonly body: unknown } | Exclude<StatementAnswer, { kind: 'statement' }>
>;

/** Asks the pages of another pool, one after another: the next one only where the one before was answered. */
export function statementSource(
  {
    name,
    algorithm,
    coin,
    network,
    paysTo,
  }: Readonly<Record<'name' | 'algorithm' | 'coin' | 'network', string>> & { readonly paysTo?: string },
  { kind, account, decimals, arrivesWithinMs }: Omit<StatementPlace, 'url'>,
  ask: AskPage,
): StatementSource {
  const shape = statementShapes[kind];
  return {
    upstream: name,
    algorithm,
    account: `${account} in units of 10^-${decimals}`,
    coin,
    network,
    ...(paysTo !== undefined && { paysTo }),
    arrivesWithinMs,
    ask: async (): Promise<StatementAnswer> => {
      const answers: unknown[] = [];
      for (const path of shape.paths(account)) {
        const answer = await ask(path);
        if (answer.kind !== 'answered') return answer;
        answers.push(answer.body);
      }
      try {
        return { kind: 'statement', statement: withNewest(shape.read(answers, decimals)) };
      } catch (error) {
        return { kind: 'unanswered', why: `its answer is of another shape: ${(error as Error).message}` };
      }
    },
  };
}

function withNewest(statement: UpstreamStatement): UpstreamStatement {
  const { payments } = statement;
  if (payments.length <= paymentsMax) return statement;
  const newest = payments.toSorted((one, other) => other.at - one.at).slice(0, paymentsMax);
  return { ...statement, payments: newest, isWhole: false };
}
