import type { Login } from '@openlode/mining/user-string';
import type { Clock } from '../domain/kernel/clock.ts';
import type {
  ConnectedMiners,
  ListedBan,
  ListedSession,
  SessionQuery,
} from '../domain/kernel/connected-miners.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import { clientAddressOf } from '../edges/stratum/client-address.ts';
import type { ClientGate } from '../edges/stratum/client-gate.ts';
import { countInstances } from '../runtime/lease-instance.ts';
import { hashOfClient } from '../edges/stratum/miner-log.ts';
import type { MinedAlgorithms } from './mined-algorithms.ts';

/** A connection as it is listed. */
interface Connection {
  readonly permit: { readonly clientAddress: string };
  readonly times: { readonly age: number; readonly silent: number };
  readonly logins: Iterable<Login>;
  readonly hasAcceptedShare: boolean;
}

interface Listener {
  readonly port: number;
  readonly isSecure: boolean;
  readonly connected: Iterable<Connection>;
}

const dayMs = 86_400_000;

/** Bans whose names are made in one turn of the event loop: two hashes each, a millisecond or two of all. */
const hashedAtOnce = 100;

/** Of the algorithms that are mined here. */
export function connectedTo(
  { db, clock, secret }: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  process: string,
  gate: ClientGate | undefined,
  mined: Pick<MinedAlgorithms, 'awaited' | 'find'>,
): ConnectedMiners {
  return connectedMiners({
    process,
    clock,
    secret,
    gate,
    // The embedded database has one process, which leases no number.
    countTaking: async () => (db.engine === 'pglite' ? 1 : countInstances({ db }, Date.now())),
    listeners: () => mined.awaited.map((algorithm) => [algorithm, mined.find(algorithm)?.listeners ?? []]),
  });
}

/** Who is connected to the listeners of this process, and whom their gate refuses; a process without listeners has neither. */
export function connectedMiners({
  process,
  clock,
  secret,
  gate,
  countTaking,
  listeners,
}: Pick<ConnectedMiners, 'process' | 'countTaking'> & {
  readonly clock: Clock;
  readonly secret: Uint8Array;
  /** Undefined where the process has no listeners. */
  readonly gate: Pick<ClientGate, 'bans' | 'liftBans' | 'pause'> | undefined;
  /** By algorithm. */
  readonly listeners: () => readonly (readonly [string, readonly Listener[]])[];
}): ConnectedMiners {
  const bans = (): readonly (readonly [string, Pick<ListedBan, 'reason' | 'until'>])[] => [
    ...(gate?.bans() ?? []),
  ];
  const bannedAs = async (source: string): Promise<readonly string[]> => {
    const now = clock.now();
    // A name of before midnight is still meant after it.
    const isMeant = (client: string): boolean =>
      [now, now - dayMs].some((at) => hashOfClient(secret, client, at) === source);
    const meant: string[] = [];
    for (const [index, [client]] of bans().entries()) {
      // Miners are answered between.
      if (index % hashedAtOnce === hashedAtOnce - 1) await new Promise(setImmediate);
      if (isMeant(client)) meant.push(client);
    }
    return meant;
  };
  return {
    process,
    takesMiners: gate !== undefined,
    countTaking,
    sessions: (query) => {
      const now = clock.now();
      const asked = listeners()
        .filter(([algorithm]) => query.algorithm === undefined || algorithm === query.algorithm)
        .flatMap(([algorithm, of]) =>
          of.flatMap((listener) =>
            [...listener.connected]
              .filter((connection) => isAskedFor(connection, query))
              .map((connection) => ({ algorithm, listener, connection, age: connection.times.age })),
          ),
        );
      return youngest(asked, query.limit).map(
        ({ algorithm, listener: { port, isSecure }, connection }): ListedSession => ({
          algorithm,
          port,
          isSecure,
          ...describe(connection, now),
          source: hashOfClient(secret, connection.permit.clientAddress, now),
        }),
      );
    },
    bans: (limit) => {
      const now = clock.now();
      return bans()
        .toSorted(([, a], [, b]) => b.until - a.until)
        .slice(0, limit)
        .map(
          ([client, { reason, until }]): ListedBan => ({
            source: hashOfClient(secret, client, now),
            client,
            reason,
            until,
          }),
        );
    },
    bannedAs,
    lift: (client) => gate?.liftBans(client),
    pause: (isPaused) => gate?.pause(isPaused),
  };
}

/** Those of the least age, in its order. Numbers are sorted first: 20,000 connections would keep miners waiting for some 50 ms. */
function youngest<Aged extends { readonly age: number }>(
  all: readonly Aged[],
  limit: number,
): readonly Aged[] {
  const oldest = Float64Array.from(all, ({ age }) => age).toSorted()[limit - 1] ?? Number.POSITIVE_INFINITY;
  return all
    .filter(({ age }) => age <= oldest)
    .toSorted((a, b) => a.age - b.age)
    .slice(0, limit);
}

function isAskedFor({ permit, logins }: Connection, { miner, client }: SessionQuery): boolean {
  if (client !== undefined && permit.clientAddress !== clientAddressOf(client)) return false;
  if (miner === undefined) return true;
  for (const login of logins) if (login.coin === miner.coin && login.address === miner.address) return true;
  return false;
}

function describe(
  { permit, times, logins, hasAcceptedShare }: Connection,
  now: number,
): Omit<ListedSession, 'algorithm' | 'port' | 'isSecure' | 'source'> {
  const [first, ...others] = logins;
  return {
    since: now - times.age * 1000,
    heardAt: now - times.silent * 1000,
    hasShare: hasAcceptedShare,
    miner: first === undefined ? null : nameOf(first),
    worker: first?.worker ?? null,
    workers: first === undefined ? 0 : 1 + others.length,
    client: permit.clientAddress,
  };
}

function nameOf({ coin, address, memo }: Login): string {
  return memo === null || memo === '' ? `${coin}:${address}` : `${coin}:${address}:${memo}`;
}
