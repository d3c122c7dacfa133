import { kept } from '@openlode/catalogue/retention';
import { useState } from 'react';
import { site } from '../../../../shared/api/site.ts';
import styles from './payments-tab.module.css';
import { listTimeZones, ownTimeZone } from './time-zones.ts';

const dayMs = 86_400_000;

/** Links to everything that was credited and paid, with its value in dollars at the time, in a time zone of choice. */
export function TableDownloads({ uuid }: { readonly uuid: string }) {
  const [zones] = useState(listTimeZones);
  const [zone, setZone] = useState(ownTimeZone);
  const href = (table: 'rewards' | 'payments') =>
    `${site().apiBase}/v5/account/${uuid}/${table}.csv?${new URLSearchParams({ tz: zone })}`;
  return (
    <section className={styles.download} aria-labelledby="table-downloads">
      <div>
        <h2 id="table-downloads">Export for accounting (CSV)</h2>
        <p>
          Every payment, and every reward with its work, block, rate and fee, as CSV; rewards older than{' '}
          {kept.receiptsMs / dayMs} days by day. Each line has its value in US dollars at that time, as far as
          it was known.
        </p>
      </div>
      <div className={styles.choice}>
        <label>
          Time zone
          <select value={zone} onChange={(event) => setZone(event.target.value)}>
            {zones.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <a href={href('payments')} download>
          Payments as CSV
        </a>
        <a href={href('rewards')} download>
          Rewards as CSV
        </a>
      </div>
    </section>
  );
}
