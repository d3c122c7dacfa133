import {
  type StatementKind,
  type StatementPlace,
  statementShapes,
} from '../adapters/upstreams/statements/statement-source.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';
import { sourceUrlFault } from './source-url-fault.ts';

type Upstream = NonNullable<FileContent['upstreams']>[number];
type Statement = NonNullable<Upstream['statement']>;

const arrivesWithinHoursUsual = 6;
const hourMs = 3_600_000;

/** Of the pages of other pools that the settings name. */
export function statementFaults(upstreams: readonly Upstream[]): Fault[] {
  return upstreams.flatMap(({ statement }, index): Fault[] => {
    if (statement === undefined) return [];
    const path: Path = ['upstreams', index, 'statement'];
    const faults: Fault[] = [];
    if (!isKind(statement.kind))
      faults.push({
        path: [...path, 'kind'],
        fault: `kind is ${statement.kind}, but the pages that this release reads are of: ${Object.keys(statementShapes).join(', ')}`,
      });
    const fault = sourceUrlFault(statement.url);
    if (fault !== undefined) faults.push({ path: [...path, 'url'], fault });
    const isSame = ({ statement: other }: Upstream) =>
      other !== undefined &&
      placeOf(other.url) === placeOf(statement.url) &&
      other.account === statement.account;
    if (upstreams.findIndex(isSame) < index)
      faults.push({
        path: [...path, 'account'],
        fault: 'two upstreams name this account: what it was paid would count for both',
      });
    return faults;
  });
}

/** Of a file without faults. */
export function statementPlaceOf({
  kind,
  url,
  account,
  decimals,
  arrivesWithinHours,
}: Statement): StatementPlace {
  return {
    kind: kind as StatementKind,
    url: url.replace(/\/$/, ''),
    account,
    decimals,
    arrivesWithinMs: (arrivesWithinHours ?? arrivesWithinHoursUsual) * hourMs,
  };
}

/** An address with and without a slash at its end is one, and hosts are of any letters. */
function placeOf(url: string): string {
  return (URL.canParse(url) ? new URL(url).href : url).replace(/\/$/, '');
}

function isKind(kind: string): kind is StatementKind {
  return Object.hasOwn(statementShapes, kind);
}
