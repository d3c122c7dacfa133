import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import styles from './connection-card.module.css';
import { CopyLine } from './copy-line.tsx';

interface ServerLinesProps {
  readonly algorithm: AlgorithmItem;
  readonly transport: 'ssl' | 'tcp';
  /** None where the algorithm has only ports with a purpose. */
  readonly port: number | null | undefined;
}

/** Where the program connects to: server, port and, for programs that want it in one, the URL. */
export function ServerLines({ algorithm, transport, port }: ServerLinesProps) {
  const { url: host, description } = algorithm.globalServer;
  return (
    <dl className={styles.lines}>
      <CopyLine name="Server" text={host} also={description} confirms="The pool have been copied!" />
      {algorithm.portsDisplayed && typeof port === 'number' ? (
        <>
          <CopyLine
            name="Port"
            text={String(port)}
            also={transport.toUpperCase()}
            confirms="The port have been copied!"
          />
          <CopyLine name="URL" text={`stratum+${transport}://${host}:${port}`} />
        </>
      ) : (
        <CopyLine name="Port" text={null}>
          <span className={styles.elsewhere}>
            {algorithm.name} has a port for each family of machines. Yours is in the list of ports below.
          </span>
        </CopyLine>
      )}
    </dl>
  );
}
