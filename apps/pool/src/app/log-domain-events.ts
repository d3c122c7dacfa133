import type { Logger } from 'pino';
import { type DomainEvent, onDomainEvent } from '../domain/kernel/domain-events.ts';

type Name = DomainEvent['event'];

/** What each event says to a person; the fields beside it say of what. */
const sentences: Readonly<Record<Name, string>> = {
  'block-found': 'a block was found',
  'block-accepted': 'a block was accepted by its chain',
  'block-refused': 'a block was refused by its chain',
  'block-orphaned': 'a block was lost to another one',
  'block-returned': 'a block that was given up is on its chain again',
  'round-credited': 'a mature block was credited to its miners',
  'income-credited': 'a payment of another pool was credited to its miners',
  'payout-reserved': 'a payout was reserved',
  'owner-acted': 'an owner acted: see openlode calls show',
  'payout-signed': 'a payout was signed',
  'payout-sent': 'a payout was sent',
  'payout-seen': 'a payout is in a block',
  'payout-settled': 'a payout is settled',
  'payout-invalidated': 'a payout can never confirm any more',
  'payout-needs-review': 'a payout waits for an operator: see openlode payouts why',
  'payout-returned': 'a payout was returned to its balance',
  'sweep-signed': 'a sweep was signed',
  'sweep-sent': 'a sweep was sent',
  'sweep-final': 'a sweep is on its chain for good',
  'sweep-given-up': 'a sweep was given up: see openlode treasury sweeps',
  'place-differs': 'an exchange does not have what the ledger says: see openlode places',
  'place-equal': 'an exchange has what the ledger says again',
  'payout-run-started': 'the daily run of payouts started',
  'payout-run-finished': 'the daily run of payouts is finished',
  'payouts-suspended': 'payouts are suspended: see openlode suspensions list',
  'suspension-lifted': 'a suspension of payouts is lifted',
  'node-left-out': 'a node whose height is far above that of most was not heard about a payout',
  'backup-written': 'a backup was written',
};

/** What an operator should look at. */
const alarming: ReadonlySet<Name> = new Set<Name>([
  'block-refused',
  'block-orphaned',
  'block-returned',
  'payout-invalidated',
  'payout-needs-review',
  'payouts-suspended',
  'place-differs',
  'node-left-out',
]);

const minuteMs = 60_000;
/** Lines of one event a minute; a daily run of thousands of payouts must not fill the log. */
const linesMax = 60;

/**
 * Writes one line of the log for each event, at most `linesMax` of one name a minute; those beyond are counted in one line at the end of
 * their minute. Answers what ends it.
 */
export function logDomainEvents(log: Pick<Logger, 'info' | 'warn'>): () => void {
  const counts = new Map<Name, number>();
  const notifyRest = (): void => {
    for (const [event, count] of counts)
      if (count > linesMax)
        log.info({ event, unlogged: count - linesMax }, `${sentences[event]}: more of it in the past minute`);
    counts.clear();
  };
  const timer = setInterval(notifyRest, minuteMs);
  timer.unref();
  const stopHearing = onDomainEvent((fields) => {
    const { event } = fields;
    const count = (counts.get(event) ?? 0) + 1;
    counts.set(event, count);
    if (count <= linesMax) log[alarming.has(event) ? 'warn' : 'info'](fields, sentences[event]);
  });
  return () => {
    stopHearing();
    clearInterval(timer);
    notifyRest();
  };
}
