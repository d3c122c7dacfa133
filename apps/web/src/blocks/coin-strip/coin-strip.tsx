import { useQuery } from '@tanstack/react-query';
import { newCoins, pickCoins, popularCoins } from '../coin-picker/match-coins.ts';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { failureText } from '../../shared/api/api-error.ts';
import { coinGroupsQuery } from '../../shared/api/catalogue-api.ts';
import { useFailureToast } from '../coin-picker/use-failure-toast.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './coin-strip.module.css';

interface CoinStripProps {
  readonly chosen: string;
  readonly onChoose: (symbol: string) => void;
  /** Whether coins that newcomers look for have a row of their own. */
  readonly hasPopular?: boolean;
  /** Opens the list of every coin. */
  readonly onAll: () => void;
}

const newShown = 8;

/** The coins viewed lately and the new ones; everything else is behind `View all`. */
export function CoinStrip({ chosen, onChoose, onAll, hasPopular = false }: CoinStripProps) {
  const recent = usePreference('lastCoins');
  const { data, error, refetch } = useQuery(coinGroupsQuery());
  useFailureToast(error);
  const groups = data ?? [];
  const count = groups.reduce((sum, { list }) => sum + list.length, 0);
  return (
    <section className={styles.strip} aria-labelledby="other-coins">
      <div className={styles.head}>
        <h2 id="other-coins">Other coins</h2>
        <button type="button" className={styles.all} onClick={onAll}>
          View all{count > 0 && ` ${count}`}
        </button>
      </div>
      {data === undefined && error === null && (
        <div className={styles.waiting} role="status" aria-label="Loading coins...">
          <Skeleton width="40%" line={40} />
          <Skeleton width="90%" line={40} />
        </div>
      )}
      {data === undefined && error !== null && (
        <p className={styles.failed}>
          {failureText(error)}{' '}
          <Button small onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <Row
        title="Recent"
        coins={pickCoins(groups, recent).filter(({ paid_here: isPaid }) => isPaid)}
        chosen={chosen}
        onChoose={onChoose}
      />
      {hasPopular && <Row title="Popular" coins={popularCoins(groups)} chosen={chosen} onChoose={onChoose} />}
      <Row title="New" coins={newCoins(groups).slice(0, newShown)} chosen={chosen} onChoose={onChoose} />
    </section>
  );
}

interface RowProps {
  readonly title: string;
  readonly coins: readonly CoinItem[];
  readonly chosen: string;
  readonly onChoose: (symbol: string) => void;
}

function Row({ title, coins, chosen, onChoose }: RowProps) {
  if (coins.length === 0) return null;
  return (
    <div className={styles.row}>
      <h3>{title}</h3>
      <ul aria-label={`${title} coins`}>
        {coins.map((coin) => (
          <li key={coin.symbol}>
            <button
              type="button"
              aria-current={coin.symbol === chosen ? 'true' : undefined}
              onClick={() => onChoose(coin.symbol)}
            >
              <CoinLogo symbol={coin.symbol} size={20} lazy />
              <span>{coin.name}</span> <span className={styles.symbol}>{coin.symbol}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
