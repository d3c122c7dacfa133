import type { Logger } from 'pino';
import type { ScheduledTask } from '../edges/tasks/schedules.ts';
import { type ExchangeSettings, openExchangeSettings } from './exchange-file.ts';
import type { Config } from '../config.ts';
import { type RefusalNotes, createRefusalNotes } from '../edges/stratum/refusal-notes.ts';
import { readExchangeFlags } from '../domain/miners/exchange-addresses.ts';
import { type CoinListing, readCoinListing } from '../domain/payouts/payout-availability.ts';
import { recordRefusedLogin } from '../domain/miners/refused-logins.ts';
import { readRestricted } from '../domain/miners/restricted-addresses.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';

/** What every port admits: restricted miners, exchange addresses and the listing of coins. A task keeps it up to date. */
export interface Admission {
  readonly restricted: ReadonlySet<string>;
  readonly isExchange: (coin: string, address: string) => boolean;
  /** How every coin is listed and paid. */
  readonly listing: CoinListing;
  readonly notes: RefusalNotes;
  readonly task: ScheduledTask;
  /** Looks again now: the operator has decided something. */
  refresh(): Promise<void>;
}

/** Reads the admission lists; the task in the answer refreshes them. `onRefreshed` gets the delisted coins at the start and after each refresh. */
export async function openAdmission(
  ctx: ServiceContext,
  settings: ExchangeSettings,
  onRefreshed: (delisted: ReadonlySet<string>) => void | Promise<void> = () => {},
): Promise<Admission> {
  const notes = createRefusalNotes((refused) => recordRefusedLogin(ctx, refused), ctx.clock);
  const readExchanges = async (): Promise<ReadonlySet<string>> =>
    new Set((await readExchangeFlags(ctx)).map(({ coin, address }) => `${coin}:${address}`));
  let exchanges = await readExchanges();
  const admission = {
    restricted: await readRestricted(ctx),
    listing: await readCoinListing(ctx),
    isExchange: (coin: string, address: string) => exchanges.has(`${coin}:${address}`),
    notes,
    refresh: async () => {
      admission.restricted = await readRestricted(ctx);
      admission.listing = await readCoinListing(ctx);
      await onRefreshed(admission.listing.delisted);
      await settings.refresh();
      exchanges = await readExchanges();
    },
    task: {
      name: 'refresh-admission',
      pattern: '*/10 * * * * *',
      run: async () => {
        await admission.refresh();
        await notes.write();
      },
    },
  };
  await onRefreshed(admission.listing.delisted);
  return admission;
}

/** The same with the exchange addresses of the settings. */
export async function openConfiguredAdmission(
  config: Pick<Config, 'exchangeAddresses' | 'exchangesFile'>,
  ctx: ServiceContext,
  log: Logger,
  onRefreshed: (delisted: ReadonlySet<string>) => void | Promise<void>,
): Promise<Admission> {
  const exchanges = await openExchangeSettings(ctx, {
    configured: config.exchangeAddresses,
    path: config.exchangesFile,
    onError: (error) =>
      log.error(
        { err: error },
        'the file of exchange addresses cannot be used; its earlier content stays in force',
      ),
  });
  return openAdmission(ctx, exchanges, onRefreshed);
}
