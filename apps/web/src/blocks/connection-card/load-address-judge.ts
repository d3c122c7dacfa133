import { findCoin } from '@openlode/catalogue/coins';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { loadFamilies } from '@openlode/mining/families/load-families';
import { judgeAddress } from '@openlode/mining/judge-address';
import { chainsPaidHere, paidFirst } from '@openlode/mining/paid-here';
import { fetchAddress } from '../../shared/api/address-query.ts';
import { paysHereOf } from '../../shared/api/pays-here-of.ts';
import type { AddressJudgement } from './address-judgement.ts';
import { addressSentence } from './address-sentence.ts';

/** What is needed to judge addresses of one coin. */
export interface AddressJudge {
  /** `offered` is the coin as the pool lists it; without it every network counts as paid. */
  readonly judge: (text: string, offered?: CoinItem) => AddressJudgement;
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
    judge(text, offered) {
      const paysHere = paysHereOf(offered === undefined ? [] : [offered]);
      const outcome = judgeAddress(paidFirst(coin, paysHere), text, validators);
      if (outcome.kind !== 'valid' || paysHere(coin.symbol, outcome.network)) return outcome;
      return { kind: 'not-paid-here', networks: chainsPaidHere(coin, paysHere).map(({ name }) => name) };
    },
    sentence: addressSentence,
    async lacksMemo(address) {
      return (await fetchAddress(symbol, address)).err_flags.missing_memo;
    },
  };
}
