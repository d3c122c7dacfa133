import type { FormEvent } from 'react';
import { OtherCoins } from '../../../blocks/other-coins/other-coins.tsx';
import { articleBefore } from '../../../shared/format/indefinite-article.ts';
import { usePreference } from '../../../shared/storage/preference-store.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CoinLogo } from '../../../shared/ui/coin-logo.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { StepProps } from './step-props.ts';
import styles from './steps.module.css';
import { useAddressAnswer } from './use-address-answer.ts';

/** The payout address, judged while it is typed, then by the pool. */
export function AddressStep({ answers, choose }: StepProps) {
  const coin = answers.coin ?? '';
  const last = usePreference('lastAddresses')[coin];
  const answer = useAddressAnswer(coin, answers.address ?? last ?? '', (address) =>
    choose({ kind: 'address', address }),
  );
  const { text, coinName, judgement, isRefused } = answer;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void answer.submit();
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextField
        code
        label={`Your ${coinName} address`}
        {...(answer.takesMemo && { hint: 'address:memo; an exchange always needs the memo' })}
        value={text}
        maxLength={512}
        onChange={(event) => answer.type(event.target.value)}
        error={answer.sentence}
        confirmed={judgement.kind === 'valid' ? 'Valid' : undefined}
      />
      {isRefused && (
        <Notice
          tone="warning"
          live="polite"
          title={`Your address seems to be invalid or is not ${articleBefore(coinName)} ${coinName} address!`}
        />
      )}
      {(judgement.kind === 'no-network-matches' || isRefused) && (
        <OtherCoins
          address={text}
          coin={coin}
          renderOffer={({ symbol, name }) => (
            <Button onClick={() => choose({ kind: 'coin-of-address', coin: symbol })}>
              <CoinLogo symbol={symbol} size={20} />
              Be paid in {name} ({symbol})
            </Button>
          )}
        />
      )}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={!answer.canSubmit}>
          Continue
        </Button>
      </div>
    </form>
  );
}
