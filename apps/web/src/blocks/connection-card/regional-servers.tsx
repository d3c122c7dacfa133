import type { AlgorithmServer } from '@openlode/contracts/http/algorithms';
import { CopyButton, CopyValue } from '../../shared/ui/copy-button.tsx';
import { Disclosure } from '../../shared/ui/disclosure.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import styles from './regional-servers.module.css';
import { nearestOf } from './measure-regions.ts';
import { RegionImage } from './region-image.tsx';
import { useRegionTimes } from './use-region-times.ts';

/** The servers of the regions with the way to each, as this browser measured it. */
export function RegionalServers({ servers }: { readonly servers: readonly AlgorithmServer[] }) {
  const times = useRegionTimes();
  const nearest = times === undefined ? undefined : nearestOf(times);
  const named = servers.find(({ country }) => country === nearest?.country);
  return (
    <Disclosure
      title="Regional servers"
      aside={
        named === undefined || nearest === undefined
          ? servers.map(({ description }) => description).join(', ')
          : `nearest: ${named.description}, ${inMs(nearest.ms)}`
      }
    >
      <p className={styles.lead} role="status">
        Every server has the same ports and the same account.{' '}
        {times === undefined
          ? 'Measuring the latency from this browser…'
          : nearest === undefined
            ? 'This browser could not measure any latency. Choose the server on your continent.'
            : 'Times are round trips from this browser.'}
      </p>
      <ul className={styles.servers}>
        {servers.map(({ url, description, country }) => {
          const ms = times?.get(country ?? '');
          return (
            <li key={url}>
              <RegionImage country={country} />
              <span className={styles.server}>
                <span>
                  {description}
                  {typeof ms === 'number' && `, ${inMs(ms)}`}
                  {ms === null && nearest !== undefined && ', no answer'}
                </span>
                <CopyValue text={url} confirms="The pool have been copied!">
                  <code>{url}</code>
                </CopyValue>
              </span>
              {country === nearest?.country && <Tag>Nearest</Tag>}
              <CopyButton
                bare
                text={url}
                label={`Copy server ${description}`}
                confirms="The pool have been copied!"
              />
            </li>
          );
        })}
      </ul>
    </Disclosure>
  );
}

function inMs(ms: number): string {
  return ms < 1 ? 'under 1 ms' : `${Math.round(ms)} ms`;
}
