import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AccountExpectedResponse } from '@openlode/contracts/http/account-expected';
import { AccountParams } from '@openlode/contracts/http/account-params';
import { presentExpected } from '../../present/present-expected.ts';
import { success } from '../../present/success.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import type { UpstreamTerms } from '../../../domain/kernel/upstream-terms.ts';
import { findMiner } from '../../../domain/miners/find-miner.ts';
import { readExpectedIncome } from '../../../domain/views/read-expected-income.ts';
import { addReportedParts } from '../../../domain/views/read-reported-part.ts';
import { readUnpaidBlocks } from '../../../domain/views/read-reported-payments.ts';
import { callCosts } from '../call-limit.ts';
import { holdAnswers } from '../held-answers.ts';
import { neverStored } from '../plugins/never-stored.ts';

/** Three days of a farm are millions of lines, which take the database seconds to sum up: that a stranger asks again must not cost it again. */
const held = { leastMs: 60_000, factor: 50, keysMax: 4096 };

/** What is known of other pools that give work. */
export interface RelayedIncome {
  readonly upstreams: readonly UpstreamTerms[];
  /** What a block of a pool's coin brings now, in units of 10^-18; undefined where neither nodes of ours nor the settings say it. */
  readonly rewardOf: (upstream: UpstreamTerms) => bigint | undefined;
}

export const accountExpectedRoutes: FastifyPluginCallbackTypebox<{
  ctx: ServiceContext;
  relayed: RelayedIncome;
}> = (app, { ctx, relayed }, done) => {
  app.addHook('onSend', neverStored);
  const now = () => ctx.clock.now();
  const { upstreams, rewardOf } = relayed;
  const allBefore = holdAnswers(
    (key: string) => {
      const [before, name] = key.split(' ');
      const upstream = upstreams.find((each) => each.name === name);
      return upstream === undefined ? Promise.resolve(0n) : readUnpaidBlocks(ctx, upstream, Number(before));
    },
    now,
    held,
  );
  const expectedOf = holdAnswers(
    async (miner: bigint) =>
      addReportedParts(
        ctx,
        miner,
        await readExpectedIncome(ctx, miner, upstreams, rewardOf),
        ({ name }, before) => allBefore(`${before} ${name}`),
      ),
    now,
    held,
  );

  app.get(
    '/v5/account/:uuid/expected',
    {
      config: { cost: callCosts.search },
      schema: {
        tags: ['account'],
        summary: 'What other pools are expected to pay for work that they gave; nothing of it is credited',
        params: AccountParams,
        response: { 200: AccountExpectedResponse, '4xx': Failure },
      },
    },
    async ({ params: { uuid } }) => {
      const miner = upstreams.length === 0 ? undefined : await findMiner(ctx, uuid);
      const found = miner === undefined ? [] : await expectedOf(miner.id);
      return success({ list: found.map(presentExpected) });
    },
  );
  done();
};
