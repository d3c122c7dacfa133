import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { CoinPicker } from '../../blocks/coin-picker/coin-picker.tsx';
import { failureText, isUnanswered } from '../../shared/api/api-error.ts';
import { useReach } from '../../shared/api/reach.ts';
import { changePreferences } from '../../shared/storage/preference-store.ts';
import { withVisit } from '../../shared/storage/preferences.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import styles from './app-page.module.css';
import { CameraScan, canScan } from './camera-scan.tsx';
import { findMiner } from './find-miner.ts';
import { readScanned, type Scanned } from './read-scanned.ts';

/** Adds an address to those that are watched: typed, pasted, or from a code before the camera. */
export function AddAddress({ coin: current }: { readonly coin: string }) {
  const [coin, setCoin] = useState(current);
  const [text, setText] = useState('');
  const [open, setOpen] = useState<'coins' | 'camera' | null>(null);
  const [unread, setUnread] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (scanned: Scanned) => findMiner(scanned),
    onSuccess: ({ coin: symbol, address, uuid }) => {
      const visit = { coin: symbol, address, at: Date.now(), ...(uuid === null ? {} : { uuid }) };
      changePreferences((old) => withVisit(old, visit));
      setText('');
    },
  });
  useOnReturn(() => isUnanswered(error) && reset());
  const wrong = unread
    ? 'This contains no address. Paste an address, or the link of its page.'
    : error === null
      ? undefined
      : failureText(error);

  function add(typed: string) {
    const scanned = readScanned(typed, coin);
    setUnread(scanned === null);
    if (scanned !== null) mutate(scanned);
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    add(text);
  }

  return (
    <>
      <form className={styles.add} onSubmit={handleSubmit} noValidate>
        <Button onClick={() => setOpen('coins')} aria-haspopup="dialog" aria-label={`Coin: ${coin}`}>
          <CoinLogo symbol={coin} size={20} />
          {coin}
          <Icon name="caret" />
        </Button>
        <TextField
          label="Address to watch"
          hint="or the link of its page"
          code
          maxLength={512}
          value={text}
          error={wrong}
          onChange={(event) => {
            setText(event.target.value);
            setUnread(false);
            reset();
          }}
        />
        <Button type="submit" kind="primary" disabled={isPending}>
          Add
        </Button>
        {canScan() && <Button onClick={() => setOpen('camera')}>Scan a code</Button>}
      </form>
      {open === 'coins' && (
        <CoinPicker
          chosen={coin}
          compact
          onClose={() => setOpen(null)}
          onChoose={(symbol) => {
            setOpen(null);
            setCoin(symbol);
          }}
        />
      )}
      {open === 'camera' && (
        <CameraScan
          onClose={() => setOpen(null)}
          onFound={(found) => {
            setOpen(null);
            setText(found);
            add(found);
          }}
        />
      )}
    </>
  );
}

/** Calls back once the pool answers again after an outage: what only the outage refused is not wrong any more. */
function useOnReturn(callback: () => unknown): void {
  const { isLost } = useReach();
  const onReturn = useEffectEvent(callback);
  useEffect(() => (isLost ? () => void onReturn() : undefined), [isLost]);
}
