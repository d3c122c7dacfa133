import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AddressBox } from '../../blocks/address-box/address-box.tsx';
import { CoinPicker } from '../../blocks/coin-picker/coin-picker.tsx';
import { coinQuery } from '../../shared/api/catalogue-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import styles from './lookup-page.module.css';

/** The address page without an address: asks for one. */
export function LookupPage({ coin }: { readonly coin: string }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { data } = useQuery(coinQuery(coin));
  usePageTitle('Look up an address');

  return (
    <div className={`wrap ${styles.page}`}>
      <h1>Which address do you mine to?</h1>
      <p className={styles.lead}>
        Its page shows what it earned, which workers are online and what happens right now. Nobody needs an
        account.
        {typeof data?.regex_memo === 'string' && ' With a memo, type address:memo.'}
      </p>
      <div className={styles.line}>
        <Button onClick={() => setOpen(true)} aria-haspopup="dialog" className={styles.coin}>
          <CoinLogo symbol={coin} size={20} />
          {data?.name ?? coin}
          <Icon name="caret" />
        </Button>
        <AddressBox key={coin} coin={coin} className={styles.box} />
      </div>
      {open && (
        <CoinPicker
          chosen={coin}
          onClose={() => setOpen(false)}
          onChoose={(symbol) => {
            setOpen(false);
            void navigate({
              to: '/address/{-$address}',
              params: { address: undefined },
              search: { coin: symbol },
            });
          }}
        />
      )}
    </div>
  );
}
