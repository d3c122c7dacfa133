import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../shared/api/api-error.ts';
import { algorithmsQuery, coinQuery } from '../../shared/api/catalogue-api.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { chooseAlgorithm } from './choose-algorithm.ts';
import { CoinPageContent } from './coin-page-content.tsx';
import styles from './coin-page.module.css';
import { CoinPageSkeleton } from './coin-page-skeleton.tsx';

interface CoinPageProps {
  /** Symbol of the coin to be paid in. */
  readonly coin: string;
  /** Code of the algorithm that the URL names; null where it names none. */
  readonly algorithm: string | null;
}

/** "Pay me in Dogecoin, mining SHA-256", and below it everything that follows from these two words. */
export function CoinPage({ coin: symbol, algorithm: asked }: CoinPageProps) {
  const coin = useQuery(coinQuery(symbol));
  const algorithms = useQuery(algorithmsQuery());
  const lastUsed = usePreference('lastAlgorithms');
  const algorithm = chooseAlgorithm(algorithms.data ?? [], asked, lastUsed);
  usePageTitle(
    coin.data === undefined || algorithm === undefined
      ? 'Mine any algorithm, be paid in any coin'
      : `${coin.data.name}, mining ${algorithm.name}`,
  );

  if (coin.data !== undefined && algorithm !== undefined) {
    return <CoinPageContent coin={coin.data} algorithm={algorithm} algorithms={algorithms.data ?? []} />;
  }
  const error = coin.error ?? algorithms.error;
  if (error === null) return <CoinPageSkeleton />;
  return (
    <div className={`wrap ${styles.failed}`}>
      <h1>Mine any algorithm, be paid in any coin</h1>
      <Notice
        tone="error"
        title={failureText(error)}
        live="assertive"
        action={
          <Button
            onClick={() => {
              void coin.refetch();
              void algorithms.refetch();
            }}
          >
            Try again
          </Button>
        }
      >
        <p>Connected miners do not depend on this page.</p>
      </Notice>
    </div>
  );
}
