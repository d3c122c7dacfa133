import type { Logger } from 'pino';
import { rememberFiatRates } from '../domain/conversion/fiat-rates.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { World } from '../domain/kernel/world.ts';
import { rememberClosures } from '../domain/miners/coin-status.ts';
import { endFollowing } from '../domain/payouts/follow-fees.ts';

/** Before anything is served: what this release and its settings say of coins takes the place of what those of before said. */
export async function rememberTerms(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  { fiatPerUsd, followers = [] }: Pick<World, 'fiatPerUsd' | 'followers'>,
  log: Logger,
): Promise<void> {
  await rememberClosures(ctx);
  await endFollowing(ctx, followers, (pair, error) =>
    log.warn({ ...pair, err: error }, 'a minimum that followed fees does not end, and is tried again'),
  );
  await rememberFiatRates(ctx, fiatPerUsd);
}
