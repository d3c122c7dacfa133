import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { Link } from '@tanstack/react-router';
import { site } from '../../shared/api/site.ts';
import { splitAmount } from '../../shared/format/split-amount.ts';
import { CopyButton, CopyValue } from '../../shared/ui/copy-button.tsx';
import { Disclosure } from '../../shared/ui/disclosure.tsx';
import type { UserPart } from './build-user-parts.ts';
import { CertificateHelp } from './certificate-help.tsx';
import styles from './connection-details.module.css';
import { listPorts, portsInWords } from './list-ports.ts';
import { RegionalServers } from './regional-servers.tsx';
import { startPath } from './start-path.ts';

/** Pages that are reached by their path alone. */
const wizardPath: string = '/wizard';
const minersPath: string = '/miner';

interface ConnectionDetailsProps {
  readonly coin: CoinItem;
  readonly algorithm: AlgorithmItem;
  /** The user string that the specimen shows. */
  readonly parts: readonly UserPart[];
}

/** What unfolds below the four lines. A closed row already says the answer. */
export function ConnectionDetails({ coin, algorithm, parts }: ConnectionDetailsProps) {
  const groups = algorithm.portsDisplayed ? listPorts(algorithm.globalServer) : [];
  const takesMemo = coin.regex_memo !== null;
  return (
    <div className={styles.details}>
      {algorithm.alternativeServers.length > 0 && <RegionalServers servers={algorithm.alternativeServers} />}
      {groups.length > 0 && (
        <Disclosure title="Other ports" aside={portsInWords(groups)}>
          {groups.map((group) => (
            <div key={group.title} className={styles.ports}>
              <h3>{group.title}</h3>
              <ul>
                {group.ports.map(({ port, kind }) => (
                  <li key={port}>
                    <CopyValue text={String(port)} confirms="The port have been copied!">
                      <code>{port}</code>
                    </CopyValue>
                    {group.showType && <span>{kind}</span>}
                    <CopyButton
                      bare
                      text={String(port)}
                      label={`Copy port ${port}`}
                      confirms="The port have been copied!"
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {algorithm.customStaticDiff !== null && (
            <p className={styles.note}>
              Every port of {algorithm.name} has a fixed difficulty of {grouped(algorithm.customStaticDiff)}.
              Small machines find shares rarely and still earn their part of every reward.
            </p>
          )}
        </Disclosure>
      )}
      {algorithm.globalServer.sslPorts.length > 0 && <CertificateHelp algorithm={algorithm} />}
      <Disclosure
        title="How the user field is built"
        aside={takesMemo ? 'worker, referral and memo rules' : 'worker and referral rules'}
      >
        <p className={styles.format}>
          <code>{`COIN:ADDRESS${takesMemo ? '[:MEMO]' : ''}.WORKER[#CODE]`}</code>
        </p>
        <dl className={styles.parts}>
          {parts.map((part) => (
            <div key={part.kind}>
              <dt>
                <code>{part.before + part.text}</code>
              </dt>
              <dd>{explain(part, coin)}</dd>
            </div>
          ))}
          {!parts.some((part) => part.kind === 'memo') && takesMemo && (
            <div>
              <dt>
                <code>:memo</code>
              </dt>
              <dd>
                {coin.memo_kind ?? 'The memo of your deposit'}, after the address and a colon. Your own wallet
                does not need one; an exchange cannot credit you without it.
              </dd>
            </div>
          )}
          {!parts.some((part) => part.kind === 'code') && (
            <div>
              <dt>
                <code>#code</code>
              </dt>
              <dd>
                Optional. A referral code lowers your fee: an ordinary one from 1% to 0.75%. Type one above to
                add it.
              </dd>
            </div>
          )}
        </dl>
      </Disclosure>
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
    </div>
  );
}

/** A path with a query is no route: the browser opens it. */
function GetStarted({ path }: { readonly path: string }) {
  return path.includes('?') ? <a href={path}>Get started</a> : <Link to={path}>Get started</Link>;
}

/** `65,536` */
function grouped(decimal: string): string {
  const { main, rest } = splitAmount(decimal);
  return main + rest;
}

function explain(part: UserPart, coin: CoinItem): string {
  switch (part.kind) {
    case 'coin':
      return `The coin you are paid in: ${coin.name}. You can choose any coin, whatever you mine.`;
    case 'address':
      return `Where we send your ${coin.symbol}. There is no account: the balance belongs to the owner of the address.`;
    case 'memo':
      return 'The memo of your deposit at an exchange. It must be exactly what the exchange shows.';
    case 'worker':
      return 'A name for this machine: letters, digits, hyphens and underscores. Give each machine its own.';
    case 'code':
      return 'A referral code. It lowers your fee: an ordinary one from 1% to 0.75%.';
  }
}
