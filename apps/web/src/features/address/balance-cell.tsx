import type { AddressData } from '@openlode/contracts/http/address';
import { roundDown } from '../../shared/format/round-down.ts';
import { shareOf } from '../../shared/format/share-of.ts';
import { useChanged } from '../../shared/time/use-changed.ts';
import { Amount } from '../../shared/ui/amount.tsx';
import { Payday } from './payday.tsx';
import styles from './strip-cells.module.css';

/** What is pending, and how far it is from the least amount that is paid out. */
export function BalanceCell({ data }: { readonly data: AddressData }) {
  const { balance, balance_payable: payable, payment_threshold: threshold, coin } = data;
  const changed = useChanged(balance);
  const share = shareOf(payable, threshold);
  const percent = Math.floor(share * 100);
  return (
    <>
      <p key={balance} className={changed ? styles.changed : undefined}>
        <Amount amount={roundDown(balance, Number(data.precision))} exact={balance} unit={coin} size={40} />
      </p>
      <div
        className={styles.bar}
        role="meter"
        aria-label="Balance against the payment threshold"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} % of ${threshold} ${coin}`}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <p className={styles.scale}>
        <span>{share >= 1 ? 'The minimum is reached' : `${percent} % of the minimum`}</span>
        <span>
          {threshold} {coin}
        </span>
      </p>
      <Payday data={data} />
    </>
  );
}
