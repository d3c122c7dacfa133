import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { site } from '../../shared/api/site.ts';
import { Contact } from '../../shared/ui/contact.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './side-column.module.css';
import { SupportLink } from './support-link.tsx';

/** Whom to write to, whom not to believe, and the way up. */
export function SideColumn({ children }: { readonly children?: ReactNode }) {
  const { operator } = site();
  return (
    <aside className={styles.side} aria-label="Contact">
      {children}
      <section aria-labelledby="still-stuck">
        <h2 id="still-stuck">Still stuck?</h2>
        {operator.contact === null ? (
          <p>{operator.name} has not published a contact.</p>
        ) : (
          <p>
            Write to <Contact text={operator.contact} />, with your address and the program’s output.
          </p>
        )}
        <p>
          Your miner does not connect? <Link to="/doctor">Ask the connection doctor</Link>.
        </p>
        {operator.links.length > 0 && (
          <>
            <h3>Official accounts</h3>
            <ul>
              {operator.links.map(({ name, url }) => (
                <li key={url}>
                  <a href={url} rel="me noopener noreferrer" target="_blank">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section className={styles.warning} aria-labelledby="impersonators">
        <h2 id="impersonators">
          <Icon name="warning" />
          Beware of impersonators
        </h2>
        <p>
          We have no official chat-group channels and never message you first. We never ask for a seed phrase,
          a private key or a deposit.{' '}
          <SupportLink type="article" slug="impersonators">
            How to recognise them
          </SupportLink>
        </p>
      </section>
      <button type="button" className={styles.top} onClick={backToTop}>
        <Icon name="up" />
        Back to top
      </button>
    </aside>
  );
}

function backToTop() {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
