import { sitePages } from '@openlode/catalogue/site-pages';
import { Link } from '@tanstack/react-router';
import { Card } from '../../shared/ui/card.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
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
    </PlainPage>
  );
}
