import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CoinPicker } from '../../blocks/coin-picker/coin-picker.tsx';
import { failureText } from '../../shared/api/api-error.ts';
import { coinQuery } from '../../shared/api/catalogue-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { codeQuery } from './referrals-api.ts';
import styles from './referrals-page.module.css';

/** Coin and address in, code and link out. */
export function CodeFinder({ coin: current }: { readonly coin: string }) {
  const [coin, setCoin] = useState(current);
  const [address, setAddress] = useState('');
  const [picking, setPicking] = useState(false);
  const [missing, setMissing] = useState(false);
  const { data: chosen } = useQuery(coinQuery(coin));
  const [asked, setAsked] = useState<string | null>(null);
  const { data, error, isFetching, failureCount, refetch } = useQuery(codeQuery(coin, asked));
  const wrong = missing
    ? 'Type the address you are paid to.'
    : error === null
      ? undefined
      : failureText(error);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const typed = address.trim();
    setMissing(typed === '');
    if (typed === '') return;
    if (typed === asked) void refetch();
    else setAsked(typed);
  }
  function change(next: () => void) {
    next();
    setMissing(false);
    setAsked(null);
  }

  return (
    <Card title="Your code and link">
      <form className={styles.finder} onSubmit={handleSubmit} noValidate>
        <Button onClick={() => setPicking(true)} aria-haspopup="dialog" aria-label={`Coin: ${coin}`}>
          <CoinLogo symbol={coin} size={20} />
          {coin}
          <Icon name="caret" />
        </Button>
        <TextField
          label={`Your ${coin} address`}
          {...(typeof chosen?.regex_memo === 'string' && { hint: 'with a memo: address:memo' })}
          code
          maxLength={256}
          value={address}
          error={wrong}
          onChange={(event) => change(() => setAddress(event.target.value))}
        />
        <Button type="submit" kind="primary" disabled={isFetching}>
          {isFetching ? 'Asking the pool…' : 'Get my code'}
        </Button>
      </form>
      <div role="status">
        {isFetching && failureCount > 0 && 'Can’t reach the pool. Retrying…'}
        {data !== undefined && (
          <dl className={styles.found}>
            <CopyRow name="Code" text={data} />
            <CopyRow name="Link" text={`${location.origin}/?coin=${coin}&ref=${data}`} />
          </dl>
        )}
      </div>
      {picking && (
        <CoinPicker
          chosen={coin}
          compact
          onClose={() => setPicking(false)}
          onChoose={(symbol) => {
            setPicking(false);
            change(() => setCoin(symbol));
          }}
        />
      )}
    </Card>
  );
}

function CopyRow({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{text}</code>
        <CopyButton
          text={text}
          label={`Copy ${name.toLowerCase()}`}
          confirms={`The ${name.toLowerCase()} have been copied!`}
        />
      </dd>
    </div>
  );
}
