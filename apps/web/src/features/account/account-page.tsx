import { sitePages } from '@openlode/catalogue/site-pages';
import { Link } from '@tanstack/react-router';
import { trimAddress } from '../../shared/format/trim-address.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Card } from '../../shared/ui/card.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import styles from './account-page.module.css';

/** A teaser: there are no accounts yet, and none is needed. */
export function AccountPage() {
  return (
    <PlainPage
      page={sitePages.account}
      lead="One place for all your addresses and notifications. You don’t need an account to mine: your address page shows everything it earned."
    >
      <div className={styles.columns}>
        <Card title="What it will add">
          <ul className={styles.list}>
            <li>All your addresses in one list, on every device</li>
            <li>A message when a worker goes offline</li>
            <li>A message when you have been paid</li>
          </ul>
        </Card>
        <Card title="What you can do without one">
          <ul className={styles.list}>
            <li>
              <Link to="/address/{-$address}" params={{ address: undefined }}>
                Look up your address
              </Link>
              : balance, workers, payments
            </li>
            <li>
              <Link to="/app">Watch several addresses</Link>, live, in this browser
            </li>
            <li>
              <Link to="/wizard">Start mining</Link>: all you need is a coin and an address
            </li>
          </ul>
        </Card>
      </div>
      <KnownAddresses />
    </PlainPage>
  );
}

const shownMax = 8;

/** What an account would gather, as far as this browser knows it. */
function KnownAddresses() {
  const visits = usePreference('addressHistory');
  return (
    <Card title="Addresses in this browser">
      {visits.length === 0 ? (
        <EmptyState title="No address yet">
          The addresses that you look up are listed here. They stay in this browser.
        </EmptyState>
      ) : (
        <ul className={styles.known}>
          {visits.slice(0, shownMax).map(({ coin, address, at }) => (
            <li key={`${coin}:${address}`}>
              <CoinLogo symbol={coin} size={20} />
              <Link to="/address/{-$address}" params={{ address }} search={{ coin }} title={address}>
                {coin} {trimAddress(address, 9)}
              </Link>
              <RelativeTime at={at} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
