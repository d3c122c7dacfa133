import type {
  OwnerChallengeBody,
  OwnerChallengeResponse,
  OwnerSignatureBody,
} from '@openlode/contracts/http/owner-challenge';
import { queryOptions } from '@tanstack/react-query';
import { fetchJson, getJson } from '../../../shared/api/get-json.ts';
import { readEnvelope } from '../../../shared/api/read-envelope.ts';

/** What only the owner may do, with what it decides. */
export type OwnerAction =
  | { readonly kind: 'pay' }
  | { readonly kind: 'auto_pay'; readonly setting: boolean }
  | { readonly kind: 'switch'; readonly network: string }
  | { readonly kind: 'cancel_switch' };

export type Challenge = OwnerChallengeResponse['data'];

/** Asks for the action; without a token the pool judges by where the request comes from. Throws an ApiError. */
export async function carryOut(uuid: string, action: OwnerAction, token?: string): Promise<void> {
  const { status, body } = await fetchJson(pathOf(uuid, action), {
    method: action.kind === 'cancel_switch' ? 'DELETE' : 'POST',
    ...(action.kind === 'auto_pay' && { send: { setting: action.setting } }),
    ...(token !== undefined && { authorization: `Owner ${token}` }),
  });
  readEnvelope(status, body);
}

function pathOf(uuid: string, action: OwnerAction): string {
  switch (action.kind) {
    case 'pay':
      return `/v3/address/${uuid}/pay`;
    case 'auto_pay':
      return `/v1/address/${uuid}/setting/auto_pay`;
    case 'switch':
      return `/v3/address/${uuid}/switch?network=${encodeURIComponent(action.network)}`;
    case 'cancel_switch':
      return `/v3/address/${uuid}/switch`;
  }
}

export async function askForChallenge(uuid: string, action: OwnerAction): Promise<Challenge> {
  const { kind, ...argument } = action;
  const send: OwnerChallengeBody = { action: kind, ...argument };
  const { status, body } = await fetchJson(`/v1/address/${uuid}/challenge`, { send });
  return readEnvelope(status, body) as Challenge;
}

/** Passes a challenge by a wallet signature of its message. Throws an ApiError where it does not fit. */
export async function sendSignature(uuid: string, id: string, signature: string): Promise<Challenge> {
  const send: OwnerSignatureBody = { signature };
  const { status, body } = await fetchJson(`/v1/address/${uuid}/challenge/${id}/signature`, { send });
  return readEnvelope(status, body) as Challenge;
}

const pollMs = 2000;

/** How a challenge stands, asked for until it is passed or over. */
export function challengeQuery(uuid: string, id: string) {
  return queryOptions({
    queryKey: ['challenge', uuid, id],
    queryFn: ({ signal }) => getJson<Challenge>(`/v1/address/${uuid}/challenge/${id}`, signal),
    refetchInterval: ({ state }) =>
      state.data?.state === 'proved' || state.data?.state === 'expired' ? false : pollMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
  });
}
