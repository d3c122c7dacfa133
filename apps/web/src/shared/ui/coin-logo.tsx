import { useState } from 'react';
import styles from './coin-logo.module.css';

/**
 * A coin's mark on a neutral disc, which makes white and black marks visible in both modes; three letters of the
 * symbol where the mark is missing. Decoration: the name always stands beside it.
 */
export function CoinLogo({
  symbol,
  size,
  lazy = false,
}: {
  readonly symbol: string;
  readonly size: 20 | 24 | 26 | 32;
  readonly lazy?: boolean;
}) {
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <span
      className={styles.disc}
      style={{ width: size, height: size, fontSize: size * 0.34 }}
      aria-hidden="true"
    >
      {missing === symbol ? (
        <b>{symbol.slice(0, 3)}</b>
      ) : (
        <img
          src={`/coins/${symbol.toLowerCase()}.svg`}
          alt=""
          width={size * 0.72}
          height={size * 0.72}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          onError={() => setMissing(symbol)}
        />
      )}
    </span>
  );
}
