import { Outlet } from '@tanstack/react-router';
import { Deferred } from '../../shared/deferred/deferred.tsx';
import { Announcer } from '../../shared/ui/announcer.tsx';
import { Toasts } from '../../shared/ui/toasts.tsx';
import { Header } from './header.tsx';
import { PoolKindStrip } from './pool-kind-strip.tsx';
import styles from './shell.module.css';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { lateExtra } from '../../shared/late/late.tsx';

const PageBanners = lateExtra(async () => (await import('./page-banners.tsx')).PageBanners);

const WarningBanner = lateExtra(async () => (await import('./page-banners.tsx')).WarningBanner);

// Below the fold, and no part of what the first page has to wait for.
const Footer = lateExtra(async () => (await import('./footer.tsx')).Footer);

const AddressNotice = lateExtra(async () => (await import('./address-notice.tsx')).AddressNotice);

/** What every page stands in. */
export function Shell() {
  const main = useFocusOnNavigation();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <PoolKindStrip />
      <Header />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <WarningBanner />
      <Deferred>
        <Footer />
      </Deferred>
      <PageBanners>
        <AddressNotice />
      </PageBanners>
      <Announcer />
      <Toasts />
    </div>
  );
}
