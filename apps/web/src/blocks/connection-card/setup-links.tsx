import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { Link } from '@tanstack/react-router';
import { site } from '../../shared/api/site.ts';
import styles from './connection-details.module.css';
import { startPath } from './start-path.ts';

/** Pages that are reached by their path alone. */
const wizardPath: string = '/wizard';
const minersPath: string = '/miner';

/** Where the setup of a miner is explained, the guides of the algorithm included. */
export function SetupLinks({ algorithm }: { readonly algorithm: AlgorithmItem }) {
  return (
    <div className={styles.setup}>
      <GetStarted path={startPath(algorithm, site().sandbox)} />
      <Link to={wizardPath}>Guided setup</Link>
      <Link to="/support/{-$type}/{-$slug}" params={{ type: 'category', slug: 'mining-programs' }}>
        Mining programs
      </Link>
      <Link to={minersPath}>All ways to start</Link>
      {!algorithm.portsDisplayed && (
        <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug: 'ports-and-ssl' }}>
          List of ports
        </Link>
      )}
      {algorithm.guides.length > 0 && <span>Guides</span>}
      {algorithm.guides.map((guide) =>
        guide.url === null ? (
          <Link key={guide.name} to={guide.relativeUrl ?? '/support'}>
            {guide.name}
          </Link>
        ) : (
          <a key={guide.name} href={guide.url} rel="noopener noreferrer" target="_blank">
            {guide.name}
          </a>
        ),
      )}
    </div>
  );
}

/** A path with a query is no route: the browser opens it. */
function GetStarted({ path }: { readonly path: string }) {
  return path.includes('?') ? <a href={path}>Get started</a> : <Link to={path}>Get started</Link>;
}
