import type { AccountEvent } from '@openlode/contracts/http/account-events';
import { site } from '../../../../shared/api/site.ts';
import { useFiat } from '../../../../shared/api/use-fiat.ts';
import type { EventNames } from '../../event-words.ts';
import { isSimulated } from '../../is-simulated.ts';
import { useAlgorithmWords } from '../../use-algorithm-words.ts';
import { EventRow } from './event-row.tsx';
import styles from './live-tab.module.css';

interface EventListProps {
  readonly uuid: string;
  /** Symbol of the payout coin. */
  readonly coin: string;
  /** The newest first. */
  readonly events: readonly AccountEvent[];
  readonly names: EventNames;
  /** Whether an event arrived while the list was shown. */
  readonly isNew: (event: AccountEvent) => boolean;
}

/** The events with their amounts in the visitor's currency, and what of them is only simulated. */
export function EventList({ uuid, coin, events, names, isNew }: EventListProps) {
  const { past } = useFiat(coin);
  const { itemOf } = useAlgorithmWords();
  const simulations = {
    payouts: site().sandbox,
    isSimulatedWork: (code: string) => itemOf(code)?.work === 'simulated',
  };
  return (
    <ol className={styles.list} aria-label="Live events">
      {events.map((event) => (
        <EventRow
          key={event.seq}
          event={event}
          uuid={uuid}
          coin={coin}
          names={names}
          {...past}
          simulated={isSimulated(event, simulations)}
          isNew={isNew(event)}
        />
      ))}
    </ol>
  );
}
