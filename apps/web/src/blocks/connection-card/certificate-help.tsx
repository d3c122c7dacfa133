import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { distrustWords } from '@openlode/mining/certificate-words';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { site } from '../../shared/api/site.ts';
import { lateExtra } from '../../shared/late/late.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Disclosure } from '../../shared/ui/disclosure.tsx';
import styles from './connection-details.module.css';

const CertificatePrograms = lateExtra(
  async () => (await import('./certificate-programs.tsx')).CertificatePrograms,
);

/** What the certificate of the TLS ports is worth, and what programs need where no public authority vouches for it. */
export function CertificateHelp({ algorithm }: { readonly algorithm: AlgorithmItem }) {
  const { tls } = site();
  const host = algorithm.globalServer.url;
  const [wasOpened, setOpened] = useState(false);
  return (
    <Disclosure
      title="SSL and the certificate"
      aside={tls.distrust === null ? 'publicly trusted' : 'some programs need an option'}
      onOpen={() => setOpened(true)}
    >
      <div className={styles.certificate}>
        {tls.distrust === null ? (
          <p>A public authority issued the certificate of {host}: programs accept it without any option.</p>
        ) : (
          <p>
            {distrustWords(tls.distrust, host)} Programs that check certificates need an option to accept it.
            Start with TCP if you are not sure.{' '}
            <a href={tls.certificate} download>
              Download the certificate
            </a>
          </p>
        )}
        <p>SHA-256 fingerprint</p>
        <p className={styles.fingerprint}>
          <code>{tls.fingerprint}</code>
          <CopyButton bare text={tls.fingerprint} label="Copy the fingerprint" />
        </p>
        {tls.distrust !== null && wasOpened && <CertificatePrograms algorithm={algorithm.code} />}
        <p>
          The URL of an SSL port begins with <code>stratum+ssl://</code> in most programs and{' '}
          <code>stratum+tcps://</code> in cpuminer. Some programs have a switch instead:{' '}
          <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug: 'ports-and-ssl' }}>
            ports and TLS
          </Link>
          .
        </p>
      </div>
    </Disclosure>
  );
}
