import type { AddressData } from '@openlode/contracts/http/address';
import { useQuery } from '@tanstack/react-query';
import { cutAmount, reaches, shareOf } from '@openlode/money/decimal-text';
import { useChanged } from '../../shared/time/use-changed.ts';
import { Amount } from '../../shared/ui/amount.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { statsQuery } from './address-api.ts';
import { currencies } from '../../shared/format/fiat-text.ts';
import { chooseCurrency, useFiat } from '../../shared/api/use-fiat.ts';
import { thresholdChangeWords } from '../../shared/format/threshold-change-words.ts';
import { Payday } from './payday.tsx';
import { payoutsEnded } from './payouts-ended.ts';
import styles from './strip-cells.module.css';

/** What is pending, how far it is from the least amount that is paid out, when that is, and what it consists of. */
export function BalanceCell({ data }: { readonly data: AddressData }) {
  const { balance, balance_payable: payable, payment_threshold: threshold, coin } = data;
  const changed = useChanged(balance);
  const fiat = useFiat(coin);
  const share = shareOf(payable, threshold);
  const percent = Math.floor(share / 100);
  const change = thresholdChangeWords(data.payment_threshold_next, coin);
  return (
    <>
      <p key={balance} className={classNames(styles.fits, changed && styles.changed)}>
        <Amount
          amount={cutAmount(balance, Number(data.precision))}
          exact={balance}
          unit={coin}
          size="fitted"
        />
      </p>
      <BalanceInMoney coin={coin} balance={balance} />
      <div
        className={styles.bar}
        role="meter"
        aria-label="Balance against the minimum"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}% of ${threshold} ${coin}`}
      >
        <i style={{ width: `${share / 100}%` }} />
      </div>
      <p className={styles.scale}>
        <span>{reaches(payable, threshold) ? 'The minimum is reached' : `${percent}% of the minimum`}</span>
        <span>
          {threshold} {coin}
          {fiat.now(threshold) !== undefined && ` (${fiat.now(threshold)})`}
        </span>
      </p>
      {change !== undefined && <p className={styles.payday}>{`The minimum changes. ${change}`}</p>}
      <Payday data={data} />
      <BalanceParts data={data} />
    </>
  );
}

/** What the balance is worth now, in a currency of choice, and by which rate. */
function BalanceInMoney({ coin, balance }: { readonly coin: string; readonly balance: string }) {
  const { currency, now, source } = useFiat(coin);
  return (
    <p className={styles.money}>
      {now(balance) !== undefined && <span>about {now(balance)} now</span>}
      <select aria-label="Currency" value={currency} onChange={(event) => chooseCurrency(event.target.value)}>
        {(currencies as readonly string[]).includes(currency) ? null : <option>{currency}</option>}
        {currencies.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
      {source !== undefined && <small>{source}</small>}
    </p>
  );
}

/** Whose work the balance comes from, and what of it a payout can carry. */
function BalanceParts({ data }: { readonly data: AddressData }) {
  const { coin, precision, balance_payable: payable } = data;
  const stats = useQuery(statsQuery(data.uuid)).data;
  const parts = [
    ['From mining', stats?.balance_mining],
    ['From referrals', stats?.balance_referral],
    [payableTitle(data), payable],
  ] as const;
  return (
    <dl className={styles.parts} aria-label="What the balance consists of">
      {parts.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {amount === undefined ? (
              '…'
            ) : (
              <Amount amount={cutAmount(amount, Number(precision))} exact={amount} unit={coin} size={14} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Below the minimum nothing of a balance can be paid yet. */
function payableTitle(data: AddressData): string {
  if (payoutsEnded(data)) return 'No longer payable';
  if (!data.paid_here) return 'Not payable here';
  return reaches(data.balance_payable, data.payment_threshold) ? 'Payable' : 'Payable later';
}
