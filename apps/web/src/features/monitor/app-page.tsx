import { sitePages } from '@openlode/catalogue/site-pages';
import { useEffect } from 'react';
import { site } from '../../shared/api/site.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Card } from '../../shared/ui/card.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
import { AddAddress } from './add-address.tsx';
import styles from './app-page.module.css';
import { startOfflineWorker } from './offline-worker.ts';
import { WatchList } from './watch-list.tsx';

const features = [
  'Several addresses, of any coin, in one list',
  'Balances that update by themselves',
  'Add an address by pasting it or by scanning its code',
  'Works offline with your last balances',
  'Watches only: it cannot mine and asks for no key',
];

/** The monitoring app: this very page, which a phone can install. */
export function AppPage() {
  const coin = usePreference('coin') ?? site().coin;
  const { app } = site().operator;
  const stores = [
    { name: 'Google Play', url: app?.android ?? null },
    { name: 'App Store', url: app?.ios ?? null },
  ];
  useEffect(() => void startOfflineWorker(), []);
  return (
    <PlainPage
      page={sitePages.app}
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
            {app === null ? (
              'This pool publishes no app in a store.'
            ) : (
              <>
                App for Android and iOS: version {app.version}, built{' '}
                <time dateTime={app.build_date}>{app.build_date}</time>
              </>
            )}
          </p>
          <ul className={styles.stores}>
            {stores.map(({ name, url }) => (
              <li key={name}>
                <strong>{url === null ? name : <a href={url}>{name}</a>}</strong>
                <span>{url === null ? 'Not published' : 'Published'}</span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </PlainPage>
  );
}
