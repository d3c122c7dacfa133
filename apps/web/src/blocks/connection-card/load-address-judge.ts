import { findCoin } from '@openlode/catalogue/coins';
import { loadFamilies } from '@openlode/mining/families/load-families';
import { type AddressOutcome, judgeAddress } from '@openlode/mining/judge-address';
import { fetchAddress } from '../../shared/api/address-query.ts';
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
      return (await fetchAddress(symbol, address)).err_flags.missing_memo;
    },
  };
}
