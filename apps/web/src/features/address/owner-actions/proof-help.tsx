import { site } from '../../../shared/api/site.ts';
import { Disclosure } from '../../../shared/ui/disclosure.tsx';
import styles from './owner-actions.module.css';

/** For an owner who passes neither way of proof now. */
export function ProofHelp() {
  const { contact } = site().operator;
  return (
    <Disclosure title="What if I cannot do this?" aside="Rented miners, a new connection, no miner">
      <ul className={styles.help}>
        <li>
          The pool compares the miner’s connection with those that mined to this address in the last week, by
          the value of their work. The current clock hour and the one before it do not count.
        </li>
        <li>Just started, or moved? Keep mining for up to two hours, then try again.</li>
        <li>
          A connection that mines to more than 20 addresses, such as a rental site’s, does not count: all its
          customers share it. Use a wallet signature.
        </li>
        <li>
          No mining for a week? Then anyone may request the payment or turn on auto-pay: the coins only ever
          go to the address itself.
        </li>
        <li>Auto-pay and payments continue as set. You lose nothing by waiting.</li>
        <li>
          {contact === null
            ? 'None of this helps? Ask the operator of the pool.'
            : `None of this helps? Ask the operator: ${contact}.`}
        </li>
      </ul>
    </Disclosure>
  );
}
