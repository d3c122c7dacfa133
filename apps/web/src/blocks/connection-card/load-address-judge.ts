import { findCoin } from '@openlode/catalogue/coins';
import type { AddressData } from '@openlode/contracts/http/address';
import { loadFamilies } from '@openlode/mining/families/load-families';
import { type AddressOutcome, judgeAddress } from '@openlode/mining/judge-address';
import { getJson } from '../../shared/api/get-json.ts';
import { addressSentence } from './address-sentence.ts';

/** What is needed to judge addresses of one coin. */
export interface AddressJudge {
  readonly judge: (text: string) => AddressOutcome;
  /** What to tell of a judgement. */
  readonly sentence: typeof addressSentence;
  /** Whether the pool knows the address for an exchange's, which needs a memo. */
  readonly lacksMemo: (address: string) => Promise<boolean>;
}

/** Loads the rules; rejects for a coin that this release does not know. */
export async function loadAddressJudge(symbol: string): Promise<AddressJudge> {
  const coin = findCoin(symbol);
  if (coin === undefined) throw new Error(`no address rules for ${symbol}`);
  const validators = await loadFamilies(coin.chains.map((chain) => chain.family));
  return {
    judge: (text) => judgeAddress(coin, text, validators),
    sentence: addressSentence,
    async lacksMemo(address) {
      const path = `/v5/address/${encodeURIComponent(address)}?coin=${encodeURIComponent(symbol)}`;
      return (await getJson<AddressData>(path)).err_flags.missing_memo;
    },
  };
}
