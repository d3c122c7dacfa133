import { Outlet } from '@tanstack/react-router';
import { site } from '../../shared/api/site.ts';
import { Announcer } from '../../shared/ui/announcer.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { SandboxStrip } from './sandbox-strip.tsx';
import styles from './shell.module.css';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** What every page stands in. */
export function Shell() {
  const main = useFocusOnNavigation();
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
      <Announcer />
    </div>
  );
}
