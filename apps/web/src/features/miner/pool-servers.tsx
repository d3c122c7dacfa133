import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isMinable } from '../../blocks/algorithm-picker/is-minable.ts';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { isTlsTrusted } from '../../shared/api/site.ts';
import { CopyButton, CopyValue } from '../../shared/ui/copy-button.tsx';
import styles from './miner-page.module.css';

/** Where a mining program connects to, for each algorithm that can be mined here; nothing on a pool without any. */
export function PoolServers() {
  const servers = (useQuery(algorithmsQuery()).data ?? []).flatMap((algorithm) => {
    const url = isMinable(algorithm) ? urlOf(algorithm) : undefined;
    return url === undefined ? [] : [{ algorithm, url }];
  });
  if (servers.length === 0) return null;
  return (
    <section className={styles.own} aria-labelledby="servers">
      <h2 id="servers">Connect any mining program</h2>
      <p>
        Enter the server of your algorithm. The user is the coin, your address and a name for the machine, for
        example <code>DOGE:YOUR_ADDRESS.rig1</code>; the password is <code>x</code>.
      </p>
      <ul className={styles.servers}>
        {servers.map(({ algorithm: { code, name, portsDisplayed }, url }) => (
          <li key={code}>
            <Link to="/" search={{ algorithm: code }}>
              {name}
            </Link>
            {portsDisplayed ? (
              <>
                <CopyValue text={url} />
                <CopyButton text={url} label={`Copy the ${name} server`} />
              </>
            ) : (
              <p>
                A port for each family of machines:{' '}
                <Link
                  to="/support/{-$type}/{-$slug}"
                  params={{ type: 'article', slug: 'ports-and-ssl' }}
                >{`the ports of ${name}`}</Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** TLS only where programs accept the certificate without an option of their own. */
function urlOf({ globalServer: { url, defaultPort, sslPorts } }: AlgorithmItem): string | undefined {
  const [tlsPort] = sslPorts;
  if (tlsPort !== undefined && (isTlsTrusted() || defaultPort === null))
    return `stratum+ssl://${url}:${tlsPort}`;
  return defaultPort === null ? undefined : `stratum+tcp://${url}:${defaultPort}`;
}
