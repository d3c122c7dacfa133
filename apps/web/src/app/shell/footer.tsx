import { Link } from '@tanstack/react-router';
import { site } from '../../shared/api/site.ts';
import { Contact } from '../../shared/ui/contact.tsx';
import { BrandMark } from './brand-mark.tsx';
import styles from './footer.module.css';

export function Footer() {
  const { operator, version, apiBase } = site();
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        <div>
          <p className={styles.brand}>
            <BrandMark />
            {operator.name}
          </p>
          <p>Mine any algorithm, be paid in any coin. No account, and every reward shows its arithmetic.</p>
        </div>
        <nav aria-labelledby="footer-mine">
          <h2 id="footer-mine">Mine</h2>
          <ul>
            <li>
              <Link to="/">Connection details</Link>
            </li>
            <li>
              <Link to="/address/{-$address}" params={{ address: undefined }}>
                Look up an address
              </Link>
            </li>
            <li>
              <Link to="/wizard">Guided setup</Link>
            </li>
            <li>
              <Link to="/referrals">Referrals</Link>
            </li>
            <li>
              <Link to="/blocks">Blocks</Link>
            </li>
            <li>
              <a href={`${apiBase}/docs`}>The pool’s API</a>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-help">
          <h2 id="footer-help">Help</h2>
          <ul>
            <li>
              <Link to="/support/{-$type}/{-$slug}" params={{ type: undefined, slug: undefined }}>
                Support centre
              </Link>
            </li>
            <li>
              <Link to="/doctor">Connection doctor</Link>
            </li>
            <li>
              <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug: 'mining-fee' }}>
                Fees
              </Link>
            </li>
            <li>
              <Link to="/privacy">Privacy</Link>
            </li>
          </ul>
        </nav>
        {operator.contact !== null && (
          <section aria-labelledby="footer-contact">
            <h2 id="footer-contact">Contact</h2>
            <p>
              <Contact text={operator.contact} />
            </p>
          </section>
        )}
        <p className={styles.base}>
          {version === '' ? 'Openlode' : `Openlode ${version}`}, exact times are in UTC
        </p>
      </div>
    </footer>
  );
}
