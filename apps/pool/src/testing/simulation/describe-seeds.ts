import { afterAll, beforeAll, describe, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';

/** A suite of seeds on an embedded database of its own: `all` of them under `title`, or the one that `SEED` names. */
export function describeSeeds(
  name: string,
  title: string,
  suite: {
    readonly timeout: number;
    readonly all: (ctx: TestContext) => Promise<void>;
    readonly one: (ctx: TestContext, seed: number) => Promise<void>;
  },
): void {
  describe(name, () => {
    let ctx: TestContext;
    beforeAll(async () => {
      ctx = await createTestContext('pglite');
    });
    afterAll(() => ctx.close());

    const only = process.env['SEED'];
    it.runIf(only === undefined)(title, { timeout: suite.timeout }, () => suite.all(ctx));
    it.runIf(only !== undefined)('runs one seed again', { timeout: 60_000 }, () =>
      suite.one(ctx, Number(only)),
    );
  });
}
