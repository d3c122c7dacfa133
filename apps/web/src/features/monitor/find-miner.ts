import { isNotFound } from '../../shared/api/api-error.ts';
import { fetchAddress } from '../../shared/api/address-query.ts';
import type { AddressVisit, Preferences } from '../../shared/storage/preferences.ts';
import type { Scanned } from './read-scanned.ts';

export interface FoundMiner {
  readonly coin: string;
  /** With its memo, as it was read. */
  readonly address: string;
  /** Null until it has been mined to. */
  readonly uuid: string | null;
}

/** Asks the pool for the readings of an address, one after the other; throws what it said of the first, which is the whole. */
export async function findMiner({ coin, readings }: Scanned): Promise<FoundMiner> {
  let unknown: unknown;
  for (const address of readings) {
    try {
      return await lookUp(coin, address);
    } catch (error) {
      // Anything else than an address that is none is the same for every reading.
      if (!isNotFound(error)) throw error;
      unknown ??= error;
    }
  }
  throw unknown;
}

async function lookUp(coin: string, address: string, signal?: AbortSignal): Promise<FoundMiner> {
  const found = await fetchAddress(coin, address, signal);
  return { coin: found.coin, address, uuid: found.fresh ? null : found.uuid };
}

/** The most addresses without a miner that one request asks about; those watched last come first. */
const askedMax = 10;

/** Which of the addresses without a miner have got one meanwhile. */
export async function findOpened(
  visits: readonly AddressVisit[],
  signal: AbortSignal,
): Promise<readonly FoundMiner[]> {
  const waiting = visits.filter(({ uuid }) => uuid === undefined).slice(0, askedMax);
  const found = await Promise.all(
    waiting.map(({ coin, address }) => lookUp(coin, address, signal).catch(() => null)),
  );
  return found.filter((miner) => miner !== null && miner.uuid !== null) as readonly FoundMiner[];
}

/** The preferences with the miners of addresses that had none, where they stand. */
export function withMiners(preferences: Preferences, found: readonly FoundMiner[]): Preferences {
  const addressHistory = preferences.addressHistory.map((visit) => {
    const uuid = found.find(({ coin, address }) => coin === visit.coin && address === visit.address)?.uuid;
    return visit.uuid === undefined && typeof uuid === 'string' ? { ...visit, uuid } : visit;
  });
  return { ...preferences, addressHistory };
}
