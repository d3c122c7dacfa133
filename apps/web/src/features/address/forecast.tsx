import type { AddressData } from '@openlode/contracts/http/address';
import { formatAmount } from '@openlode/money/amount';
import { cutAmount, wholeUnits } from '@openlode/money/decimal-text';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Amount } from '../../shared/ui/amount.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { statsQuery } from './address-api.ts';
import styles from './strip-cells.module.css';
import { useFiat } from '../../shared/api/use-fiat.ts';

const spans = [
  ['Per day', 1n],
  ['Per week', 7n],
  ['Per 30 days', 30n],
] as const;

const thousand = 1000n * 10n ** 18n;

/** What comes in if the days to come are like the past one; nothing where the past one had no reward. */
export function Forecast({ data }: { readonly data: AddressData }) {
  const { coin, precision, uuid } = data;
  const id = useId();
  const perDay = useQuery(statsQuery(uuid)).data?.payday.credited_past_day ?? '0';
  const fiat = useFiat(coin);
  const units = wholeUnits(perDay);
  if (units === null || units === 0n) return null;
  return (
    <>
      <p id={id} className={styles.forecast}>
        Forecast at the rate of the past 24 hours {data.simulated === true && <Tag>Simulated</Tag>}
      </p>
      <dl className={styles.parts} aria-labelledby={id}>
        {spans.map(([name, days]) => {
          const amount = formatAmount(units * days);
          // A forecast of thousands is not known to a millionth.
          const places = units * days >= thousand ? 2 : Number(precision);
          const money = fiat.now(amount);
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Amount amount={cutAmount(amount, places)} exact={amount} unit={coin} size={14} />
                {money !== undefined && <span className={styles.worth}>{money}</span>}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
