import type { ConnectedMiners, ListedSession } from '../kernel/connected-miners.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { type NamedAddress, nameMiner } from './name-miner.ts';

export type SessionsOutcome =
  | Exclude<NamedAddress, { kind: 'named' }>
  | { readonly kind: 'sessions'; readonly sessions: readonly ListedSession[] };

/** The connections of miners to this process, or those of a miner, an algorithm, or a network address. */
export async function listSessions(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'> & { readonly connected: ConnectedMiners },
  {
    miner: text,
    ...query
  }: {
    readonly miner?: string | undefined;
    readonly algorithm?: string | undefined;
    readonly client?: string | undefined;
    readonly limit: number;
  },
): Promise<SessionsOutcome> {
  if (text === undefined) return { kind: 'sessions', sessions: ctx.connected.sessions(query) };
  const named = await nameMiner(ctx, text);
  if (named.kind !== 'named') return named;
  const { coin, address } = named;
  return { kind: 'sessions', sessions: ctx.connected.sessions({ ...query, miner: { coin, address } }) };
}
