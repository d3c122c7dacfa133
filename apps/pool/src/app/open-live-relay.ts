import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Gateway } from '../edges/live/gateway.ts';
import type { Relay } from '../edges/live/relay.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import { readPoolName } from '../domain/views/read-pool-name.ts';

/** What tells the other processes of this database; undefined, and nothing of it even read, where no Redis is set. */
export async function openLiveRelay(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  {
    db,
    random,
    local,
    log,
  }: Pick<ServiceContext, 'db' | 'random'> & { readonly local: Gateway; readonly log: Logger },
): Promise<Relay | undefined> {
  if (redisUrl === undefined) return undefined;
  const { openRelay } = await import('../edges/live/relay.ts');
  return openRelay({
    url: redisUrl,
    pool: await readPoolName({ db }),
    instance: random.uuid(),
    local,
    onLost: (error) =>
      log.warn({ err: error }, 'Redis is away: watchers hear of this process only until it is back'),
    onBack: (dropped) => log.info({ dropped }, 'Redis is back: watchers everywhere catch up where they must'),
  });
}
