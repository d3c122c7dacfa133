import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { HealthResponse } from '@openlode/contracts/http/health';
import { NotReady } from '../../../domain/kernel/not-ready.ts';
import { onceASecond } from '../once-a-second.ts';

/** One thing that must work for the pool to be ready. It answers or throws; the message of a `NotReady` is published. */
export interface HealthCheck {
  readonly name: string;
  run(): Promise<void> | void;
}

const waitLimitMs = 2000;

/** What the health of a process is made of. */
export interface HealthSource {
  readonly version: string;
  readonly checks: readonly HealthCheck[];
  /** What this process holds back by itself, reported also while the database is away. */
  readonly problems: () => readonly string[];
  /** What the database says is held back now. Neither makes the pool unready, because miners go on. */
  readonly suspended: () => Promise<readonly string[]>;
}

/** Asks every check; nothing is waited for longer than two seconds. */
export function readChecks({ checks }: Pick<HealthSource, 'checks'>): Promise<HealthResponse['checks']> {
  return Promise.all(checks.map(async (check) => ({ name: check.name, ...(await outcomeOf(check)) })));
}

/** The checks, and what is held back. */
export async function readHealth(source: HealthSource): Promise<HealthResponse> {
  const { version, problems, suspended } = source;
  const answers = await readChecks(source);
  const ready = answers.every((answer) => answer.ready);
  return { ready, version, checks: answers, suspended: [...problems(), ...(await heldBack(suspended))] };
}

export const healthRoutes: FastifyPluginCallbackTypebox<HealthSource> = (app, source, done) => {
  const read = onceASecond(() => readHealth(source));
  app.get(
    '/health',
    {
      schema: { response: { 200: HealthResponse, 503: HealthResponse } },
    },
    async (_request, reply) => {
      const health = await read();
      return reply
        .code(health.ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(health);
    },
  );
  done();
};

/** A database that cannot be asked is told of by its check. */
async function heldBack(suspended: () => Promise<readonly string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve(unknown), waitLimitMs);
  });
  const answer = await Promise.race([suspended().catch(() => unknown), late]);
  clearTimeout(timer);
  return [...answer];
}

const unknown: readonly string[] = ['payouts: not known, because the database does not answer'];

interface Outcome {
  readonly ready: boolean;
  readonly problem: string | null;
}

async function outcomeOf(check: HealthCheck): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ ready: false, problem: 'no answer in time' }), waitLimitMs);
  });
  const answer = (async (): Promise<Outcome> => {
    try {
      await check.run();
      return { ready: true, problem: null };
    } catch (error) {
      return error instanceof NotReady
        ? { ready: false, problem: error.message }
        : { ready: false, problem: null };
    }
  })();
  const result = await Promise.race([answer, late]);
  clearTimeout(timer);
  return result;
}
