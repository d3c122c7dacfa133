import { useEffect, useState } from 'react';
import { changePreferences, readPreferences } from '../../shared/storage/preference-store.ts';
import styles from './coin-hint.module.css';

const restMs = 15 * 60_000;
const shownMs = 5000;

/** Says, at most every quarter of an hour, that the coin's name opens the list; hides by itself. */
export function CoinHint() {
  const [shown, setShown] = useState(() => {
    const last = readPreferences().coinHintAt;
    return last === null || Date.now() - last > restMs;
  });
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => {
      setShown(false);
      changePreferences((old) => ({ ...old, coinHintAt: Date.now() }));
    }, shownMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown ? (
    <p className={styles.hint} role="note">
      Select the coin’s name to be paid in another coin.
    </p>
  ) : null;
}
