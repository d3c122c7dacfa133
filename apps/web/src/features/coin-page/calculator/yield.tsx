import { Amount } from '../../../shared/ui/amount.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from './calculator.module.css';
import { shortened } from './shortened.ts';

interface YieldProps {
  readonly title: string;
  /** Undefined while it is on its way. */
  readonly amount: string | undefined;
  readonly failed: boolean;
  readonly unit: string;
  /** What that is in money; undefined where it is not known. */
  readonly fiat: string | undefined;
}

/** What is earned in a time, in coins and in money. */
export function Yield({ title, amount, failed, unit, fiat }: YieldProps) {
  return (
    <div>
      <p className={styles.title}>{title}</p>
      {amount !== undefined ? (
        <Amount amount={shortened(amount)} exact={amount} unit={unit} size={28} />
      ) : failed ? (
        <p className={styles.unknown}>unknown</p>
      ) : (
        <Skeleton width="120px" line={28} />
      )}
      <p className={styles.fiat}>{fiat}</p>
    </div>
  );
}
