import type { ServiceContext } from '../domain/kernel/context.ts';
import { noticeMiner } from '../domain/owners/challenges.ts';
import { provableSources } from '../domain/owners/provable-source.ts';
import { sourceKey } from '../domain/kernel/source-key.ts';
import type { MiningParts } from './mining-parts.ts';

/** What the listeners do with the client address of a login: its keyed hash goes with the work, and it may pass a worker challenge. */
export function minerSources(
  ctx: ServiceContext,
  options: Parameters<typeof provableSources>[0] & { readonly onError: (error: unknown) => void },
): Pick<MiningParts, 'sourceKey' | 'onChallenger'> {
  const mayProve = provableSources(options);
  return {
    sourceKey: (login, clientAddress) =>
      mayProve(clientAddress) ? sourceKey(ctx.secret, login, clientAddress) : undefined,
    onChallenger: (login, clientAddress) => {
      const seen = {
        miner: login,
        worker: login.worker,
        source: mayProve(clientAddress) ? clientAddress : undefined,
      };
      noticeMiner(ctx, seen).catch(options.onError);
    },
  };
}
