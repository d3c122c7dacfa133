import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import type { UserPart } from './build-user-parts.ts';
import { CertificateHelp } from './certificate-help.tsx';
import styles from './connection-details.module.css';
import { OtherPorts } from './other-ports.tsx';
import { RegionalServers } from './regional-servers.tsx';
import { SetupLinks } from './setup-links.tsx';
import { UserStringRules } from './user-string-rules.tsx';

interface ConnectionDetailsProps {
  readonly coin: CoinItem;
  readonly algorithm: AlgorithmItem;
  /** The user string that the specimen shows. */
  readonly parts: readonly UserPart[];
}

/** What unfolds below the four lines. A closed row already says the answer. */
export function ConnectionDetails({ coin, algorithm, parts }: ConnectionDetailsProps) {
  return (
    <div className={styles.details}>
      {algorithm.alternativeServers.length > 0 && <RegionalServers servers={algorithm.alternativeServers} />}
      <OtherPorts algorithm={algorithm} />
      {algorithm.globalServer.sslPorts.length > 0 && <CertificateHelp algorithm={algorithm} />}
      <UserStringRules coin={coin} parts={parts} />
      <SetupLinks algorithm={algorithm} />
    </div>
  );
}
