import type { AddressData } from '@openlode/contracts/http/address';
import type { ReferralInfoResponse } from '@openlode/contracts/http/referral-info';
import { fetchAddress } from '../../shared/api/address-query.ts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, isUnanswered } from '../../shared/api/api-error.ts';
import { calculateReward } from '../../shared/api/calculate-reward.ts';
import { fetchJson, getJson } from '../../shared/api/get-json.ts';
import { readEnvelope } from '../../shared/api/read-envelope.ts';

export type TierInfo = ReferralInfoResponse['data']['tiers'][number];

export function tiersQuery() {
  return queryOptions({
    queryKey: ['tiers'],
    queryFn: async ({ signal }) =>
      (await getJson<ReferralInfoResponse['data']>('/v5/referral/info', signal)).tiers,
    staleTime: 10 * 60_000,
  });
}

/** Looks the address up; one without any accepted share gets its miner, and with it its code, by the call for that. */
async function fetchCode(coin: string, address: string, signal: AbortSignal): Promise<string> {
  const path = `/v5/address/${encodeURIComponent(address)}`;
  const query = `?coin=${encodeURIComponent(coin)}`;
  const found = await fetchAddress(coin, address, signal);
  const known = found.custom_referral_code ?? found.referral_code;
  if (known !== null) return known;
  const { status, body } = await fetchJson(`${path}/code${query}`, { signal, send: {} });
  const opened = readEnvelope(status, body) as AddressData;
  if (opened.referral_code === null) throw new ApiError('malformed', status, 'An error occurred');
  return opened.referral_code;
}

const retryMs = 2000;

/** The code of an address; null while nothing is asked. An address has one code, so that it may be asked for until the pool answers. */
export function codeQuery(coin: string, address: string | null) {
  return queryOptions({
    queryKey: ['code-of', coin, address],
    queryFn: ({ signal }) => fetchCode(coin, address ?? '', signal),
    enabled: address !== null,
    retry: (_, error) => isUnanswered(error),
    retryDelay: retryMs,
  });
}

/** The first machine that the catalogue knows for an algorithm, its hashrate in the algorithm's own unit. */
export function typicalQuery(algorithm: string, unit: string) {
  return queryOptions({
    queryKey: ['typical-machine', algorithm, unit],
    queryFn: async () => {
      const { findAlgorithm } = await import('@openlode/catalogue/algorithms');
      const [machine] = findAlgorithm(algorithm)?.hardware ?? [];
      return machine === undefined ? null : { name: machine.name, hashrate: inUnit(machine.hashrate, unit) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const prefixes = ['', 'k', 'm', 'g', 't', 'p', 'e', 'z'];

function inUnit(hashrate: string, unit: string): string {
  return String(Number(hashrate) / 1000 ** prefixes.indexOf(unit));
}

/** What one miner earns a day; `mh` in the algorithm's own unit. */
export function minerQuery(algo: string, coin: string, mh: string | null) {
  return queryOptions({
    queryKey: ['referred-miner', algo, coin, mh],
    queryFn: ({ signal }) => calculateReward({ algo, coin, mh: mh ?? '0' }, signal),
    enabled: mh !== null,
    staleTime: 60_000,
  });
}
