import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { AdminClient } from '../edges/operator/admin-client.ts';
import { databaseMark } from '../edges/operator/answer-verbs.ts';
import { errorText } from '../runtime/error-text.ts';
import { OperatorFault } from './operator-fault.ts';
import { connectProcesses } from './processes/connect-pool.ts';

interface Asked {
  readonly answers: readonly unknown[];
  /** Processes that run and did not answer. */
  readonly unanswered: readonly string[];
}

export const noneAsked: Asked = { answers: [], unanswered: [] };

/** One of several processes that hangs must not keep the answers of the others. */
const answerWithinMs = 10_000;

/**
 * What the running pool of this data directory answers, or each of its processes where all are asked, or `some` where those that do not
 * answer are left out while another one does; empty where none runs, or one of another database.
 */
export async function askPool(
  config: Config,
  request: Readonly<Record<string, unknown>>,
  asked: 'first' | 'each' | 'some' = 'first',
): Promise<Asked> {
  const answers: unknown[] = [];
  const unanswered = new Map<string, unknown>();
  for await (const { name, admin } of connectProcesses(config)) {
    try {
      const answer = askOfDatabase(admin, databaseMark(config.databaseUrl), request);
      const found = await (asked === 'first' ? answer : inTime(answer));
      if (found !== undefined) answers.push(found);
    } catch (error) {
      if (asked === 'first') throw error;
      unanswered.set(name, error);
    } finally {
      admin.close();
    }
    if (asked === 'first') break;
  }
  const [fault] = unanswered;
  if (fault !== undefined && (asked === 'each' || answers.length === 0))
    throw new OperatorFault(
      `${fault[0]} did not answer: ${errorText(fault[1])}${answers.length === 0 ? '' : '; what the others have is not all'}`,
    );
  return { answers, unanswered: [...unanswered.keys()] };
}

/** Undefined where it is a pool of another database. */
async function askOfDatabase(
  admin: AdminClient,
  mark: string,
  request: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { database } = (await admin.ask({ do: 'which' })) as { readonly database: string };
  return database === mark ? admin.ask(request) : undefined;
}

async function inTime(answer: Promise<unknown>): Promise<unknown> {
  const waiting = new AbortController();
  const late = sleep(answerWithinMs, undefined, { signal: waiting.signal }).then(() => {
    throw new OperatorFault(`it took longer than ${answerWithinMs / 1000} seconds`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    waiting.abort();
    late.catch(() => undefined);
  }
}
