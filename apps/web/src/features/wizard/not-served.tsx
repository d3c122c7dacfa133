import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { Link } from '@tanstack/react-router';
import { isMinable } from '../../blocks/algorithm-picker/is-minable.ts';
import { RelayedNotice } from '../../blocks/algorithm-picker/relayed-notice.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { checkedHere } from './checked-here.ts';

interface NotServedProps {
  readonly algorithm: AlgorithmItem;
  readonly algorithms: readonly AlgorithmItem[];
  /** Where the commands without a port stand: `The commands below`. */
  readonly commands: string;
}

/** Said already where the hardware was chosen; a visitor who came by a link reads it where the port is missing. */
export function NotServed({ algorithm, algorithms, commands }: NotServedProps) {
  if (isMinable(algorithm)) return <RelayedNotice algorithm={algorithm} />;
  if (checkedHere(algorithms).length === 0)
    return (
      <Notice tone="warning" title={`${algorithm.name} cannot be mined on this pool at the moment.`}>
        <p>This pool has no work for it. {commands} contain PORT in place of a port.</p>
      </Notice>
    );
  return (
    <Notice
      tone="warning"
      title={`This sandbox does not check ${algorithm.name} work, so it has no port for it.`}
      action={
        <Link to="/wizard" search={{ step: 'hardware' }}>
          Mine with this computer on the sandbox
        </Link>
      }
    >
      <p>{commands} would work on a pool that does. They contain PORT in place of its port.</p>
    </Notice>
  );
}
