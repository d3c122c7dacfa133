import type { ReactNode } from 'react';
import styles from './receipt-table.module.css';

interface RowProps {
  readonly step: string;
  readonly result: string;
  /** The whole amount, where `result` is cut. */
  readonly exact?: string;
  readonly unit?: string;
  readonly sign?: string;
  readonly total?: boolean;
  readonly children: ReactNode;
}

/** A step of a receipt: what it is, its evidence, its result. */
export function Row({
  step,
  result,
  exact = result,
  unit = '',
  sign = '',
  total = false,
  children,
}: RowProps) {
  return (
    <tr className={total ? styles.total : undefined}>
      <th scope="row">{step}</th>
      <td>{children}</td>
      <td title={exact === result ? undefined : `${sign}${exact} ${unit}`}>
        {sign}
        {result}
        {unit === '%' ? '%' : unit === '' ? '' : <span className={styles.unit}> {unit}</span>}
      </td>
    </tr>
  );
}
