import { allPrograms } from '@openlode/catalogue/programs';
import { ownCertificateWords } from '@openlode/mining/certificate-words';
import styles from './connection-details.module.css';

/** What each program that mines the algorithm needs to accept the pool's own certificate. */
export function CertificatePrograms({ algorithm }: { readonly algorithm: string }) {
  const fitting = allPrograms.filter((program) =>
    program.algorithms.some((each) => each.algorithm === algorithm),
  );
  return (
    <ul className={styles.programs} aria-label="Programs and this certificate">
      {fitting.map(({ code, name, ownCertificate }) => (
        <li key={code}>{ownCertificateWords(name, ownCertificate)}</li>
      ))}
    </ul>
  );
}
