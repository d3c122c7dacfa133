import type { CalculateRewardBody, CalculateRewardResponse } from '@openlode/contracts/http/calculate-reward';
import { ApiError } from './api-error.ts';
import { fetchJson } from './get-json.ts';
import { readEnvelope } from './read-envelope.ts';

/** What a hashrate earns in a coin, and the rates of now. The only answer without an envelope; a refusal has one. Throws an ApiError. */
export async function calculateReward(
  send: CalculateRewardBody,
  signal: AbortSignal,
): Promise<CalculateRewardResponse> {
  const { status, body } = await fetchJson('/v3/calculate/reward', { signal, send });
  if (typeof body === 'object' && body !== null && 'per_day' in body && 'per_month' in body) {
    return body as CalculateRewardResponse;
  }
  readEnvelope(status, body);
  throw new ApiError('malformed', status, 'An error occurred');
}
