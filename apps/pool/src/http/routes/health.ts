import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { HealthResponse } from '@openlode/contracts/http/health';

/** One thing that must work for the pool to be ready. It answers or throws. */
export interface HealthCheck {
  readonly name: string;
  run(): Promise<void> | void;
}

const patienceMs = 2000;

export const healthRoutes: FastifyPluginCallbackTypebox<{
  version: string;
  checks: readonly HealthCheck[];
  /** What is held back now; it leaves the pool ready, because miners go on. */
  suspended: () => readonly string[] | Promise<readonly string[]>;
}> = (app, { version, checks, suspended }, done) => {
  app.get(
    '/health',
    {
      config: { rateLimit: false },
      schema: { hide: true, response: { 200: HealthResponse, 503: HealthResponse } },
    },
    async (_request, reply) => {
      let held: readonly string[] = [];
      const told = holds({
        name: 'suspended',
        run: async () => {
          held = await suspended();
        },
      });
      const answers = await Promise.all(
        checks.map(async (check) => ({ name: check.name, ready: await holds(check) })),
      );
      await told;
      const ready = answers.every((answer) => answer.ready);
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ ready, version, checks: answers, suspended: [...held] });
    },
  );
  done();
};

async function holds(check: HealthCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const answer = (async () => {
    try {
      await check.run();
      return true;
    } catch {
      return false;
    }
  })();
  const result = await Promise.race([answer, late]);
  clearTimeout(timer);
  return result;
}
