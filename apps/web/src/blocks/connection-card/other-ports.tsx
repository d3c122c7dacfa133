import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { splitAmount } from '../../shared/format/split-amount.ts';
import { CopyButton, CopyValue } from '../../shared/ui/copy-button.tsx';
import { Disclosure } from '../../shared/ui/disclosure.tsx';
import styles from './connection-details.module.css';
import { listPorts, type PortGroup, portsInWords } from './list-ports.ts';

const confirms = 'The port have been copied!';

/** Every port of the algorithm and what it is for; nothing where the algorithm does not show its ports. */
export function OtherPorts({ algorithm }: { readonly algorithm: AlgorithmItem }) {
  const groups = algorithm.portsDisplayed ? listPorts(algorithm.globalServer) : [];
  if (groups.length === 0) return null;
  return (
    <Disclosure title="Other ports" aside={portsInWords(groups)}>
      {groups.map((group) => (
        <PortList key={group.title} group={group} />
      ))}
      {algorithm.customStaticDiff !== null && (
        <p className={styles.note}>
          Every port of {algorithm.name} has a fixed difficulty of {grouped(algorithm.customStaticDiff)}.
          Small machines find shares rarely and still earn their part of every reward.
        </p>
      )}
    </Disclosure>
  );
}

function PortList({ group }: { readonly group: PortGroup }) {
  return (
    <div className={styles.ports}>
      <h3>{group.title}</h3>
      <ul>
        {group.ports.map(({ port, kind }) => (
          <li key={port}>
            <CopyValue text={String(port)} confirms={confirms}>
              <code>{port}</code>
            </CopyValue>
            {group.showType && <span>{kind}</span>}
            <CopyButton bare text={String(port)} label={`Copy port ${port}`} confirms={confirms} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `65,536` */
function grouped(decimal: string): string {
  const { main, rest } = splitAmount(decimal);
  return main + rest;
}
