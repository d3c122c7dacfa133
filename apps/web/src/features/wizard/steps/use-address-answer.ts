import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AddressJudgement } from '../../../blocks/connection-card/address-judgement.ts';
import { useAddressJudgement } from '../../../blocks/connection-card/use-address-judgement.ts';
import { readUserString } from '../../../blocks/other-coins/read-user-string.ts';
import { addressQuery } from '../../../shared/api/address-query.ts';
import { isNotFound } from '../../../shared/api/api-error.ts';
import { coinQuery } from '../../../shared/api/catalogue-api.ts';

interface AddressAnswer {
  readonly text: string;
  /** Takes typed text; the address of a whole user string replaces it. */
  readonly type: (typed: string) => void;
  /** The coin's name; its symbol until that is fetched. */
  readonly coinName: string;
  readonly takesMemo: boolean;
  readonly judgement: AddressJudgement;
  /** The sentence under the field; null where there is nothing to fix. */
  readonly sentence: string | null;
  /** The pool says that this text is no address of the coin. */
  readonly isRefused: boolean;
  readonly canSubmit: boolean;
  /** Asks the pool, and takes the address unless it is refused. */
  readonly submit: () => Promise<void>;
}

/** A payout address of the coin, judged while it is typed, then by the pool. `first` stands in the field at the beginning. */
export function useAddressAnswer(
  coin: string,
  first: string,
  onTake: (address: string) => void,
): AddressAnswer {
  const client = useQueryClient();
  const { data } = useQuery(coinQuery(coin));
  const [text, setText] = useState(first);
  const [refused, setRefused] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const takesMemo = typeof data?.regex_memo === 'string';
  const { judgement, sentence } = useAddressJudgement(coin, text, data);
  const coinName = data?.name ?? coin;
  const canSubmit = (judgement.kind === 'valid' || judgement.kind === 'unchecked') && !isAsking;

  /** Coin, worker and code of a user string are questions of their own. */
  function type(typed: string) {
    setText(typed);
    if (!/^\s*\w+:/.test(typed)) return;
    void readUserString(typed)
      .then((place) => {
        if (place !== null) setText((now) => (now === typed ? place.address : now));
      })
      .catch(() => {});
  }

  async function submit() {
    if (!canSubmit) return;
    const address = printAddress(judgement) ?? text.trim();
    setAsking(true);
    try {
      await client.fetchQuery({ ...addressQuery(coin, address), retry: false });
    } catch (error) {
      if (isNotFound(error)) {
        setRefused(text);
        return;
      }
      // A pool that does not answer now will say what it thinks when the miner logs in.
    } finally {
      setAsking(false);
    }
    onTake(address);
  }

  return {
    text,
    type,
    coinName,
    takesMemo,
    judgement,
    sentence: sentence(coinName),
    isRefused: refused === text,
    canSubmit,
    submit,
  };
}

/** With its memo; null for what was not found valid. */
function printAddress(judgement: AddressJudgement): string | null {
  if (judgement.kind !== 'valid') return null;
  return judgement.address + (judgement.memo === null ? '' : `:${judgement.memo}`);
}
