import { sitePages } from '@openlode/catalogue/site-pages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AddressBox } from '../../blocks/address-box/address-box.tsx';
import { CoinStrip } from '../../blocks/coin-strip/coin-strip.tsx';
import { CoinPicker } from '../../blocks/coin-picker/coin-picker.tsx';
import { coinQuery } from '../../shared/api/catalogue-api.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
import { AddressHistory } from './address-history.tsx';
import styles from './lookup-page.module.css';

/** The address page without an address: asks for one. */
export function LookupPage({ coin: current }: { readonly coin: string }) {
  // Looking up one address of another coin does not change what the visitor mines to.
  const [coin, setCoin] = useState(current);
  const [open, setOpen] = useState(false);
  const stored = usePreference('coinData');
  const { data } = useQuery(coinQuery(coin));
  const name = data?.name ?? (stored?.symbol === coin ? stored.name : coin);

  return (
    <PlainPage
      page={sitePages.lookUp}
      lead={`See its balance, its workers and what happens right now. No account needed.${
        typeof data?.regex_memo === 'string' ? ' With a memo, type address:memo.' : ''
      }`}
    >
      <div className={styles.line}>
        <Button onClick={() => setOpen(true)} aria-haspopup="dialog" className={styles.coin}>
          <CoinLogo symbol={coin} size={20} />
          {name}
          <Icon name="caret" />
        </Button>
        <AddressBox key={coin} coin={coin} className={styles.box} />
      </div>
      <AddressHistory />
      <CoinStrip chosen={coin} onChoose={setCoin} onAll={() => setOpen(true)} />
      {open && (
        <CoinPicker
          chosen={coin}
          compact
          onClose={() => setOpen(false)}
          onChoose={(symbol) => {
            setOpen(false);
            setCoin(symbol);
          }}
        />
      )}
    </PlainPage>
  );
}
