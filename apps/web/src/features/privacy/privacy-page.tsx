import { sitePages } from '@openlode/catalogue/site-pages';
import { Link } from '@tanstack/react-router';
import { site } from '../../shared/api/site.ts';
import type { Preferences } from '../../shared/storage/preferences.ts';
import { storageKeys, type StorageKey } from '../../shared/storage/storage-keys.ts';
import { Card } from '../../shared/ui/card.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
import { FactTable } from './fact-table.tsx';
import { fieldWords, recordWords } from './kept-in-browser.ts';
import { keptByPool } from './kept-by-pool.ts';
import { loggedByPool } from './logged-by-pool.ts';
import styles from './privacy-page.module.css';

const records = Object.keys(storageKeys) as readonly StorageKey[];
const fields = Object.keys(fieldWords) as readonly (keyof Preferences)[];

/** What the pool and the browser keep, and for how long: made from the tables that the code itself goes by. */
export function PrivacyPage() {
  return (
    <PlainPage
      page={sitePages.privacy}
      lead="No account, no cookies, no trackers and no requests to other sites. Everything that is stored is listed here."
    >
      <KeptByPool />
      <Logged />
      <KeptInBrowser />
    </PlainPage>
  );
}

function KeptByPool() {
  return (
    <Card title="What the pool keeps">
      <FactTable
        columns={['What', 'Why', 'How long']}
        rows={keptByPool.map(({ what, why, until }) => [what, why, until])}
      />
      <p className={styles.note}>
        Anyone who knows an address can see what it earned, on this site and usually on its chain:{' '}
        <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug: 'what-is-public' }}>
          what is public about you
        </Link>
        .
      </p>
    </Card>
  );
}

function Logged() {
  const { operator } = site();
  return (
    <Card title="What the server’s log says about miners and visitors">
      <p className={styles.note}>
        The log contains no IP addresses. Of miners it has a keyed hash that changes every day; of visitors
        nothing. {operator.name} decides how long logs are kept.
      </p>
      <FactTable
        columns={['When', 'What the line says']}
        rows={loggedByPool.map(({ when, says }) => [when, says])}
      />
    </Card>
  );
}

function KeptInBrowser() {
  return (
    <Card title="What your browser keeps">
      <p className={styles.note}>
        It stays in this browser and is not sent anywhere. “Clear site data” in its settings removes all of
        it, and the files of the site that the app page stores for offline use.
      </p>
      <FactTable
        columns={['Record', 'What it holds', 'How long']}
        rows={records.map((record) => {
          const { holds, until } = recordWords[record];
          return [storageKeys[record], holds, until];
        })}
        isNamedByCode
      />
      <h3 className={styles.sub}>Your choices</h3>
      <dl className={styles.fields}>
        {fields.map((field) => (
          <div key={field}>
            <dt>
              <code>{field}</code>
            </dt>
            <dd>{fieldWords[field]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
