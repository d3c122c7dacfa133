import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton, CopyValue } from '../../../../shared/ui/copy-button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { RelativeTime } from '../../../../shared/ui/relative-time.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { referralsQuery, type ReferralsPage } from '../../address-api.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import { SimulatedNote } from '../../simulated-note.tsx';
import { RowsSkeleton } from '../live/rows-skeleton.tsx';
import styles from './referrals-tab.module.css';
import { TierPanel } from './tier-panel.tsx';

const smallFrom = 11;

interface ReferralsTabProps {
  readonly uuid: string;
  /** The demo fleet mines to it, or has. */
  readonly simulated: boolean;
}

/** The miner's own codes, and the workers that mine with one of them. */
export function ReferralsTab({ uuid, simulated }: ReferralsTabProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(referralsQuery(uuid, page));
  const { data, error } = query;
  return (
    <div className={styles.tab}>
      {error !== null && <FailureNotice error={error} onRetry={() => void query.refetch()} />}
      {data === undefined && error === null && <RowsSkeleton label="Loading referrals" />}
      {data !== undefined && (
        <>
          {simulated && (
            <SimulatedNote>
              The demo fleet of this sandbox has mined to this address: its codes exist, most of the miners
              who used them are simulated.
            </SimulatedNote>
          )}
          <Codes data={data} />
          {data.custom_code_tier !== null && <TierPanel uuid={uuid} code={data.custom_code_tier} />}
          <section aria-labelledby="referred">
            <h2 id="referred">
              Active workers <small>{data.count}</small>
            </h2>
            {data.list.length === 0 ? (
              <EmptyState title="No worker mines with your code yet">
                Miners who use it pay a lower fee, and you earn a share. Share the code or the link above.
              </EmptyState>
            ) : (
              <div className={styles.panel}>
                <table aria-label="Referred workers" aria-busy={query.isPlaceholderData}>
                  <thead>
                    <tr>
                      <th scope="col">Worker</th>
                      <th scope="col">Last seen</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.list.map(({ name, last_seen: at, simulated: isOfFleet }, index) => (
                      // Two referred miners may have given their workers one name.
                      // oxlint-disable-next-line react/no-array-index-key
                      <tr key={`${name} ${index}`}>
                        <th scope="row">
                          {name} {isOfFleet === true && <Tag>Simulated</Tag>}
                        </th>
                        <td>
                          <RelativeTime at={at} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            <Pager
              label="Pages of referred workers"
              page={page}
              lastPage={data.last_page}
              onChange={setPage}
            />
          </section>
        </>
      )}
    </div>
  );
}

const confirms = (what: 'code' | 'link') => `The referral ${what} have been copied!`;

function Codes({ data }: { readonly data: ReferralsPage }) {
  const code = data.custom_code ?? data.code;
  if (code === null) {
    return (
      <EmptyState title="Your referral code is created with your first share">
        It appears here once a worker has mined to this address.
      </EmptyState>
    );
  }
  const link = `${location.origin}/?ref=${encodeURIComponent(code)}`;
  return (
    <section className={styles.codes} aria-label="Your referral code">
      <div>
        <h2>{data.custom_code === null ? 'Your code' : 'Your custom code'}</h2>
        <p className={styles.line}>
          {data.custom_code !== null && <Rocket />}
          <CopyValue text={code} confirms={confirms('code')}>
            <code className={code.length >= smallFrom ? styles.long : styles.code}>{code}</code>
          </CopyValue>
          <CopyButton text={code} label="Copy referral code" confirms={confirms('code')} />
        </p>
        {data.custom_code !== null && data.code !== null && (
          <p className={styles.quiet}>
            <code>{data.code}</code> keeps working.
          </p>
        )}
      </div>
      <div>
        <h2>Your link</h2>
        <p className={styles.line}>
          <CopyValue text={link} confirms={confirms('link')}>
            <code className={styles.link}>{link}</code>
          </CopyValue>
          <CopyButton text={link} label="Copy referral link" confirms={confirms('link')} />
        </p>
        <p className={styles.quiet}>Visitors who follow it find the code filled in.</p>
      </div>
    </section>
  );
}

function Rocket() {
  return (
    <svg className={styles.rocket} viewBox="0 0 16 16" role="img" aria-label="Custom code">
      <path d="M8 1.75c2.5 2 3.25 4.5 2.75 7.5h-5.5C4.75 6.25 5.5 3.75 8 1.75zM5.25 9.25 3 11.5v2l3-1.75M10.75 9.25 13 11.5v2l-3-1.75M8 11v3.25M8 5.25v1.5" />
    </svg>
  );
}
