import type { NoticeResponse } from '@openlode/contracts/http/notice';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getAnswer } from '../../../../shared/api/get-json.ts';
import { type PoolData, poolQuery } from '../../../../shared/api/pool-api.ts';
import { site } from '../../../../shared/api/site.ts';
import { groupAmount } from '../../../../shared/format/split-amount.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { Contact } from '../../../../shared/ui/contact.tsx';
import { RelativeTime } from '../../../../shared/ui/relative-time.tsx';
import { useAlgorithmWords } from '../../use-algorithm-words.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import { SimulatedNote } from '../../simulated-note.tsx';
import styles from './hub-tab.module.css';
import { plainText } from './plain-text.ts';

const newsCount = 4;
const rewardsMax = 4;
/** What a miner asks about most, by slug. */
const guides = [
  ['read-your-stats', 'Reading the address page'],
  ['payouts-auto-and-manual', 'Automatic and manual payouts'],
  ['payment-error', 'A payment failed'],
  ['shares-stale-rejected', 'Stale and rejected shares'],
] as const;

function newsQuery(coin: string) {
  return queryOptions({
    queryKey: ['hub-news', coin],
    queryFn: ({ signal }) =>
      getAnswer<NoticeResponse>(
        `/v4/notice?${new URLSearchParams({ coin, count: String(newsCount) })}`,
        signal,
      ),
    staleTime: 5 * 60_000,
  });
}

/** What a miner may want next: where to go, what is new, how the pool does, whom to ask. */
export function HubTab({ coin, simulated }: { readonly coin: string; readonly simulated: boolean }) {
  const news = useQuery(newsQuery(coin));
  const list = news.data?.data.slice(0, newsCount) ?? [];
  const { data } = useQuery(poolQuery());
  const pool = data?.summary;
  const { nameOf, isAnySimulated } = useAlgorithmWords();
  return (
    <div className={styles.hub}>
      <nav className={styles.tiles} aria-label="Spotlight">
        <Link to="/" search={{ coin }} className={styles.tile}>
          <b>Connect another miner</b>
          <span>Server, port and user string for {coin}</span>
        </Link>
        <Link to="/address/{-$address}" params={{ address: undefined }} className={styles.tile}>
          <b>Watch another address</b>
          <span>This browser keeps your recent ones</span>
        </Link>
        <Link
          to="/support/{-$type}/{-$slug}"
          params={{ type: undefined, slug: undefined }}
          className={styles.tile}
        >
          <b>Read the guides</b>
          <span>Setup, payouts and what messages mean</span>
        </Link>
      </nav>
      <div className={styles.columns}>
        <Card title="News">
          {news.error !== null && <FailureNotice error={news.error} onRetry={() => void news.refetch()} />}
          {list.length === 0 ? (
            news.error === null && (
              <p className={styles.quiet}>{news.data === undefined ? 'Loading...' : 'There is no news.'}</p>
            )
          ) : (
            <ul aria-label="News" className={styles.news}>
              {list.map((item) => (
                <li key={`${item.at} ${item.title}`}>
                  <span>{plainText(item.title)}</span> <RelativeTime at={item.at} className={styles.quiet} />
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title="The pool">
          {(simulated || isAnySimulated) && (
            <SimulatedNote>
              Miners and workers of the demo fleet are counted, and so is what they were paid.
            </SimulatedNote>
          )}
          <dl className={styles.figures}>
            <Figure name="Miners, past 24 h" value={pool?.past_24hr_miners} />
            <Figure name="Workers, past 24 h" value={pool?.past_24hr_workers} />
            <Figure name="Paid in total" value={pool?.total_paid_btc} unit=" BTC" />
            {latestRewards(data?.pools ?? {}).map(([algorithm, at]) => (
              <div key={algorithm}>
                <dt>Last {nameOf(algorithm)} reward</dt>
                <dd>
                  <RelativeTime at={at} />
                </dd>
              </div>
            ))}
          </dl>
        </Card>
        <SupportCard />
      </div>
    </div>
  );
}

/** The guides that miners ask for most, and whom to ask. */
function SupportCard() {
  const { operator } = site();
  return (
    <Card title="Support">
      <p>
        {operator.contact === null ? (
          'The guides answer most questions. For the rest, ask the operator of this pool.'
        ) : (
          <Contact text={operator.contact} />
        )}
      </p>
      <ul className={styles.guides}>
        {guides.map(([slug, title]) => (
          <li key={slug}>
            <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug }}>
              {title}
            </Link>
          </li>
        ))}
        {operator.links.map(({ name, url }) => (
          <li key={url}>
            <a href={url} rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The algorithms that had a reward last, with when (ms). */
function latestRewards(pools: PoolData['pools']): readonly (readonly [string, number])[] {
  return Object.entries(pools)
    .flatMap(([algorithm, { last_reward: seconds }]) =>
      seconds === null ? [] : [[algorithm, seconds * 1000] as const],
    )
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, rewardsMax);
}

interface FigureProps {
  readonly name: string;
  /** Undefined while it is fetched. */
  readonly value: string | undefined;
  readonly unit?: string;
}

function Figure({ name, value, unit = '' }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? '–' : `${groupAmount(value)}${unit}`}</dd>
    </div>
  );
}
