import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { OtherCoins, useOtherCoins } from '../../blocks/other-coins/other-coins.tsx';
import { AddressBox } from '../../blocks/address-box/address-box.tsx';
import { addressQuery } from '../../shared/api/address-query.ts';
import { failureText, isNotFound } from '../../shared/api/api-error.ts';
import { coinQuery } from '../../shared/api/catalogue-api.ts';
import { articleBefore } from '../../shared/format/indefinite-article.ts';
import { trimAddress } from '../../shared/format/trim-address.ts';
import { changePreferences } from '../../shared/storage/preference-store.ts';
import { withVisit } from '../../shared/storage/preferences.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { AddressFound } from './address-found.tsx';
import { AddressHeader } from './address-header.tsx';
import styles from './address-page.module.css';
import type { AddressTabName } from './address-tab-name.ts';
import { RefusedLogins } from './refused-logins.tsx';
import { AddressSkeleton } from './address-skeleton.tsx';

interface AddressPageProps {
  /** Symbol of the coin. */
  readonly coin: string;
  /** As it stands in the URL, with its memo. */
  readonly address: string;
  readonly tab: AddressTabName;
}

/** Is it working, when am I paid: the answer for one address. Searching, found, not found or failed. */
export function AddressPage({ coin, address, tab }: AddressPageProps) {
  const { data, error, refetch } = useQuery(addressQuery(coin, address));
  const uuid = data === undefined || data.fresh ? null : data.uuid;
  const isFound = data !== undefined;
  useEffect(() => {
    if (!isFound) return;
    const visit = { coin, address, ...(uuid !== null && { uuid }), at: Date.now() };
    changePreferences((old) => withVisit(old, visit));
  }, [coin, address, uuid, isFound]);
  const coinName = useQuery(coinQuery(coin)).data?.name ?? coin;
  usePageTitle(`${coin} ${trimAddress(address, 9)}`);

  return (
    <div className={`wrap ${styles.page}`}>
      <AddressHeader
        coin={coin}
        coinName={coinName}
        typed={address}
        data={data ?? null}
        isRefused={isNotFound(error)}
      />
      {data !== undefined ? (
        <AddressFound
          miner={{ coin, address }}
          data={data}
          tab={tab}
          failure={error}
          onRetry={() => void refetch()}
        />
      ) : error === null ? (
        <AddressSkeleton />
      ) : isNotFound(error) ? (
        <NotFound coin={coin} address={address} />
      ) : (
        <Notice
          tone="error"
          title={failureText(error)}
          live="assertive"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          <p>Connected miners and scheduled payouts do not depend on this page.</p>
        </Notice>
      )}
    </div>
  );
}

function NotFound({ coin, address }: { readonly coin: string; readonly address: string }) {
  const isForeign = useOtherCoins(address, coin).length > 0;
  return (
    <div className={styles.notFound}>
      <Notice
        tone="warning"
        title={`Your address seems to be invalid or is not ${articleBefore(coin)} ${coin} address!`}
        live="assertive"
      >
        <p>
          {isForeign
            ? 'It is a valid address of another coin. If you mine to that coin, open it below.'
            : 'Compare it character by character, including upper and lower case.'}{' '}
          The <Link to="/doctor">connection doctor</Link> checks a whole user string or command.
        </p>
      </Notice>
      <OtherCoins
        address={address}
        coin={coin}
        renderOffer={({ symbol, name }) => (
          <Link to="/address/{-$address}" params={{ address }} search={{ coin: symbol }}>
            <CoinLogo symbol={symbol} size={20} />
            Open it as {name} ({symbol})
          </Link>
        )}
      />
      <RefusedLogins coin={coin} address={address} />
      <AddressBox coin={coin} typed={address} />
    </div>
  );
}
