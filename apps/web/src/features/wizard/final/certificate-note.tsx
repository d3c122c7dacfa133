import { distrustWords, ownCertificateWords } from '@openlode/mining/certificate-words';
import type { MiningProgram } from '@openlode/mining/mining-program';
import { site } from '../../../shared/api/site.ts';
import styles from './final-page.module.css';

interface CertificateNoteProps {
  readonly host: string;
  /** The program that will see the certificate; undefined where none is proposed. */
  readonly program: MiningProgram | undefined;
}

/** What a program needs to accept the pool's certificate; nothing where a public authority vouches for it. */
export function CertificateNote({ host, program }: CertificateNoteProps) {
  const { distrust, certificate } = site().tls;
  if (distrust === null) return null;
  return (
    <p className={styles.note}>
      {distrustWords(distrust, host)}{' '}
      {program !== undefined && ownCertificateWords(program.name, program.ownCertificate)}{' '}
      <a href={certificate} download>
        Download the certificate
      </a>
    </p>
  );
}
