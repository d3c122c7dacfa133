import { Link, useRouterState } from '@tanstack/react-router';
import { useRef } from 'react';
import { site } from '../../shared/api/site.ts';
import { AddressBox } from '../../blocks/address-box/address-box.tsx';
import { Deferred } from '../../shared/deferred/deferred.tsx';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { BrandMark } from './brand-mark.tsx';
import styles from './header.module.css';
import { ThemeToggle } from './theme-toggle.tsx';

/** What is about a chosen coin comes first, and only with one. */
const ofCoin = [
  ['/', 'Start'],
  ['/account', 'Account'],
  ['/address', 'Address'],
] as const;
const always = [
  ['/referrals', 'Referrals'],
  ['/support', 'Support'],
  ['/app', 'App'],
  ['/start', 'Get started'],
] as const;

export function Header() {
  const coin = usePreference('coin');
  const menu = useRef<HTMLElement>(null);
  // From one view of the coin page to another the visitor stays where they are.
  const isCoinPage = useRouterState({ select: ({ location }) => location.pathname === '/' });
  return (
    <header className={styles.header}>
      <div className="wrap">
        <Link to="/" resetScroll={!isCoinPage} className={styles.brand}>
          <BrandMark />
          <span>Openlode</span>
        </Link>
        <Deferred>
          {/* Narrow, the places are a popover of the browser's: Esc and a click elsewhere close it. */}
          <nav ref={menu} id="menu" popover="auto" className={styles.nav} aria-label="Main">
            {[...(coin === null ? [] : ofCoin), ...always].map(([to, name]) => (
              <Link
                key={to}
                to={to as string}
                resetScroll={!(isCoinPage && to === '/')}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                onClick={() => menu.current?.matches(':popover-open') === true && menu.current.hidePopover()}
              >
                {name}
              </Link>
            ))}
          </nav>
        </Deferred>
        <Deferred>
          <div className={styles.end}>
            <AddressBox key={coin} coin={coin ?? site().coin} compact className={styles.lookup} />
            <ThemeToggle />
            <button type="button" className={styles.menu} popoverTarget="menu">
              Menu
            </button>
          </div>
        </Deferred>
      </div>
    </header>
  );
}
