import { useState } from 'react';
import styles from './coin-logo.module.css';

interface CoinLogoProps {
  readonly symbol: string;
  /** In px; `text` follows the size of the text around it. */
  readonly size: 20 | 32 | 'text';
  readonly lazy?: boolean;
}

/**
 * A coin's mark on a neutral disc, which makes white and black marks visible in both modes; three letters of the
 * symbol where the mark is missing. Decoration: the name always stands beside it.
 */
export function CoinLogo({ symbol, size, lazy = false }: CoinLogoProps) {
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <span className={`${styles.disc} ${styles[`size-${size}`]}`} aria-hidden="true">
      {missing === symbol ? (
        <b>{symbol.slice(0, 3)}</b>
      ) : (
        <img
          src={`/coins/${symbol.toLowerCase()}.svg`}
          alt=""
          width="24"
          height="24"
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          onError={() => setMissing(symbol)}
        />
      )}
    </span>
  );
}
