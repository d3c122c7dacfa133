import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { OtherCoins } from '../../../blocks/other-coins/other-coins.tsx';
import { readUserString } from '../../../blocks/other-coins/read-user-string.ts';
import { useAddressJudgement } from '../../../blocks/connection-card/use-address-judgement.ts';
import { addressQuery } from '../../../shared/api/address-query.ts';
import { isNotFound } from '../../../shared/api/api-error.ts';
import { coinQuery } from '../../../shared/api/catalogue-api.ts';
import { articleBefore } from '../../../shared/format/indefinite-article.ts';
import { usePreference } from '../../../shared/storage/preference-store.ts';
import { CoinLogo } from '../../../shared/ui/coin-logo.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { StepProps } from './step-props.ts';
import styles from './steps.module.css';

/** The payout address, judged while it is typed, then by the pool. */
export function AddressStep({ answers, choose }: StepProps) {
  const coin = answers.coin ?? '';
  const client = useQueryClient();
  const last = usePreference('lastAddresses')[coin];
  const { data } = useQuery(coinQuery(coin));
  const [text, setText] = useState(answers.address ?? last ?? '');
  const [refused, setRefused] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const takesMemo = typeof data?.regex_memo === 'string';
  const { judgement, sentence } = useAddressJudgement(coin, text, takesMemo);
  const name = data?.name ?? coin;
  /** A whole user string is replaced by the address in it: coin, worker and code are questions of their own. */
  function handleChange(typed: string) {
    setText(typed);
    if (!/^\s*\w+:/.test(typed)) return;
    void readUserString(typed)
      .then((place) => {
        if (place !== null) setText((now) => (now === typed ? place.address : now));
      })
      .catch(() => {});
  }
  const usable = judgement.kind === 'valid' || judgement.kind === 'unchecked';

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!usable || asking) return;
    const address =
      judgement.kind === 'valid'
        ? judgement.address + (judgement.memo === null ? '' : `:${judgement.memo}`)
        : text.trim();
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
    choose({ kind: 'address', address });
  }

  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)}>
      <TextField
        code
        label={`Your ${name} address`}
        {...(takesMemo && { hint: 'address:memo; an exchange always needs the memo' })}
        value={text}
        maxLength={512}
        onChange={(event) => handleChange(event.target.value)}
        error={sentence(name)}
        confirmed={judgement.kind === 'valid' ? 'Valid' : undefined}
      />
      {refused === text && (
        <Notice
          tone="warning"
          live="polite"
          title={`Your address seems to be invalid or is not ${articleBefore(name)} ${name} address!`}
        />
      )}
      {(judgement.kind === 'no-network-matches' || refused === text) && (
        <OtherCoins
          address={text}
          coin={coin}
          renderOffer={({ symbol, name: other }) => (
            <Button onClick={() => choose({ kind: 'coin-of-address', coin: symbol })}>
              <CoinLogo symbol={symbol} size={20} />
              Be paid in {other} ({symbol})
            </Button>
          )}
        />
      )}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={!usable || asking}>
          Continue
        </Button>
      </div>
    </form>
  );
}
