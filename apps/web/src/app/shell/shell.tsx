import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { site } from '../../shared/api/site.ts';
import { changePreferences } from '../../shared/storage/preference-store.ts';
import { withVersion } from '../../shared/storage/preferences.ts';
import { Announcer } from '../../shared/ui/announcer.tsx';
import { Toasts } from '../../shared/ui/toasts.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { SandboxStrip } from './sandbox-strip.tsx';
import styles from './shell.module.css';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

const PageBanners = lazy(async () => ({ default: (await import('./page-banners.tsx')).PageBanners }));

const AddressNotice = lazy(async () => ({ default: (await import('./address-notice.tsx')).AddressNotice }));

/** What every page stands in. */
export function Shell() {
  const main = useFocusOnNavigation();
  const { version } = site();
  useEffect(() => {
    if (version !== '') changePreferences((old) => withVersion(old, version));
  }, [version]);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {site().sandbox && <SandboxStrip />}
      <Header />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <Suspense fallback={null}>
        <PageBanners>
          <AddressNotice />
        </PageBanners>
      </Suspense>
      <Announcer />
      <Toasts />
    </div>
  );
}
