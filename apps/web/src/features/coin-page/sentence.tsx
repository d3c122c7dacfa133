import { coinPageTerms } from '@openlode/contracts/coin-page-words';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { coinGroupsQuery } from '../../shared/api/catalogue-api.ts';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './sentence.module.css';

interface SentenceProps {
  readonly coin: CoinItem;
  readonly algorithm: AlgorithmItem;
  readonly onCoin: () => void;
  readonly onAlgorithm: () => void;
  /** Floats below the sentence. */
  readonly hint?: ReactNode;
}

/** The page's title and its control at once: the two underlined words open their lists. */
export function Sentence({ coin, algorithm, onCoin, onAlgorithm, hint }: SentenceProps) {
  const queryClient = useQueryClient();
  const fetchCoins = () => void queryClient.prefetchQuery(coinGroupsQuery());

  return (
    <div className={styles.ask}>
      <div className={styles.hint}>{hint}</div>
      <h1 className={styles.sentence}>
        Pay me in{' '}
        <span className={styles.together}>
          <button
            type="button"
            className={styles.word}
            aria-haspopup="dialog"
            onPointerEnter={fetchCoins}
            onFocus={fetchCoins}
            onClick={onCoin}
          >
            <CoinLogo symbol={coin.symbol} size="text" />
            <span className={styles.text}>{coin.name}</span>
            <Icon name="caret" />
          </button>
          ,
        </span>{' '}
        <br className={styles.break} />
        mining{' '}
        <button type="button" className={styles.word} aria-haspopup="dialog" onClick={onAlgorithm}>
          <span className={styles.text}>{algorithm.name}</span>
          <Icon name="caret" />
        </button>
      </h1>
      <p className={styles.terms}>
        {coinPageTerms(coin, algorithm).map((text) => (
          <span key={text}>{text} </span>
        ))}
      </p>
    </div>
  );
}
