import { useState } from 'react';
import { site } from '../../../../shared/api/site.ts';
import styles from './payments-tab.module.css';
import { listTimeZones, ownTimeZone } from './time-zones.ts';

/** The link to everything that was credited, with its value in dollars at the time, in a time zone of choice. */
export function RewardsDownload({ uuid }: { readonly uuid: string }) {
  const [zones] = useState(listTimeZones);
  const [zone, setZone] = useState(ownTimeZone);
  const href = `${site().apiBase}/v5/account/${uuid}/rewards.csv?${new URLSearchParams({ tz: zone })}`;
  return (
    <section className={styles.download} aria-labelledby="rewards-download">
      <div>
        <h2 id="rewards-download">Rewards as a table</h2>
        <p>
          Every reward that was credited, with its work, block, rate, fee and value in US dollars at the time,
          as CSV.
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
        <a href={href} download>
          Download CSV
        </a>
      </div>
    </section>
  );
}
