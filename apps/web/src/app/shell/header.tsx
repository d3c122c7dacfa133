import { Link } from '@tanstack/react-router';
import { AddressBox } from '../../blocks/address-box/address-box.tsx';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { initialCoin } from '../routes/load-coin.ts';
import { BrandMark } from './brand-mark.tsx';
import styles from './header.module.css';
import { ThemeToggle } from './theme-toggle.tsx';

/** The places that exist; each later page adds its own. */
export function Header() {
  const coin = usePreference('coin') ?? initialCoin;
  return (
    <header className={styles.header}>
      <div className="wrap">
        <Link to="/" className={styles.brand}>
          <BrandMark />
          <span>Openlode</span>
        </Link>
        <nav className={styles.nav} aria-label="Main">
          <Link to="/" activeOptions={{ exact: true, includeSearch: false }}>
            Start
          </Link>
          <Link
            to="/address/{-$address}"
            params={{ address: undefined }}
            activeOptions={{ includeSearch: false }}
          >
            Address
          </Link>
          <Link
            to="/support/{-$type}/{-$slug}"
            params={{ type: undefined, slug: undefined }}
            activeOptions={{ includeSearch: false }}
          >
            Support
          </Link>
        </nav>
        <div className={styles.end}>
          <AddressBox key={coin} coin={coin} compact className={styles.lookup} />
          <ThemeToggle />
        </div>
      </div>
    </header>
  );
}
