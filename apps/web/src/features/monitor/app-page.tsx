import { useEffect } from 'react';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Card } from '../../shared/ui/card.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
import { AddAddress } from './add-address.tsx';
import styles from './app-page.module.css';
import { startOfflineWorker } from './offline-worker.ts';
import { WatchList } from './watch-list.tsx';

const initialCoin = 'BTC';
const features = [
  'Several addresses, of any coin, in one list',
  'Balances that update by themselves',
  'Add an address by pasting it or by scanning its code',
  'Works offline with your last balances',
  'Watches only: it cannot mine and asks for no key',
];

/** The monitoring app: this very page, which a phone can install. */
export function AppPage() {
  const coin = usePreference('coin') ?? initialCoin;
  useEffect(() => void startOfflineWorker(), []);
  return (
    <PlainPage
      title="Watch your addresses"
      tab="App"
      lead="The balances of several addresses, on one page that you can install on your phone. It cannot mine."
    >
      <Card title="Your addresses">
        <AddAddress key={coin} coin={coin} />
        <WatchList />
      </Card>
      <div className={styles.columns}>
        <Card title="What it does">
          <ul className={styles.features}>
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </Card>
        <Card title="Get the app">
          <p>
            Install this page: choose <strong>Install</strong> or <strong>Add to Home Screen</strong> in the
            menu of your browser.
          </p>
          <p className={styles.version}>
            App for Android and iOS: version 1.0.0-beta, built <time dateTime="2024-06-04">2024-06-04</time>
          </p>
          <ul className={styles.stores}>
            {['Google Play', 'App Store'].map((store) => (
              <li key={store}>
                <strong>{store}</strong>
                <span>Not published</span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </PlainPage>
  );
}
