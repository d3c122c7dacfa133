import { feeSplits } from '@openlode/catalogue/tiers';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureText } from '../../shared/api/api-error.ts';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { fiatText } from '../../shared/format/fiat-text.ts';
import { articleBefore } from '../../shared/format/indefinite-article.ts';
import { cutAmount } from '@openlode/money/decimal-text';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Amount } from '../../shared/ui/amount.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { referralEarnings } from './referral-earnings.ts';
import { minerQuery, type TierInfo, typicalQuery } from './referrals-api.ts';
import styles from './referrals-page.module.css';

interface EarningsCalculatorProps {
  readonly coin: string;
  readonly tiers: readonly TierInfo[];
}

/** What a code earns a day for a number of referred miners of one hashrate. */
export function EarningsCalculator({ coin, tiers }: EarningsCalculatorProps) {
  const id = useId();
  const { currency } = usePreference('calculator');
  const algorithms = useQuery(algorithmsQuery()).data ?? [];
  const offered = algorithms.filter((each) => !each.deactivated);
  const [code, setCode] = useState('');
  const [miners, setMiners] = useState('10');
  // Null for what a usual machine does.
  const [typed, setTyped] = useState<string | null>(null);
  const [kind, setKind] = useState('ordinary');
  const algorithm = offered.find((each) => each.code === code) ?? offered[0];
  const count = /^\d{1,6}$/.test(miners.trim()) ? Number(miners) : null;
  const { data: typical } = useQuery({
    ...typicalQuery(algorithm?.code ?? '', algorithm?.preUnitOfMeasurement ?? ''),
    enabled: algorithm !== undefined,
  });
  const rate = typed ?? (typical === null ? '1' : (typical?.hashrate ?? ''));
  const mh = /^\d{1,15}(\.\d{1,18})?$/.test(rate.trim()) ? rate.trim() : null;
  const { data, error } = useQuery(
    minerQuery(algorithm?.code ?? '', coin, algorithm === undefined ? null : mh),
  );
  const ownerPercent =
    tiers.find((tier) => String(tier.code) === kind)?.owner_percentage ?? feeSplits.withCode.ownerPercentage;
  const earned =
    data === undefined || count === null || mh === null
      ? null
      : referralEarnings({
          perDay: data.per_day,
          feePercent: data.assumptions?.fee ?? feeSplits.withoutCode.platformPercentage,
          ownerPercent,
          miners: count,
        });
  const money = earned === null ? undefined : fiatText(earned, data?.assumptions, currency);
  return (
    <Card title="What a code earns">
      <div className={styles.inputs}>
        <div className={styles.choice}>
          <label htmlFor={`${id}-algorithm`}>Algorithm</label>
          <select
            id={`${id}-algorithm`}
            value={algorithm?.code ?? ''}
            onChange={(event) => {
              setCode(event.target.value);
              setTyped(null);
            }}
          >
            {offered.map((each) => (
              <option key={each.code} value={each.code}>
                {each.name}
              </option>
            ))}
          </select>
        </div>
        <TextField
          label="Referred miners"
          inputMode="numeric"
          value={miners}
          error={count === null ? 'A whole number, at most 999999.' : undefined}
          onChange={(event) => setMiners(event.target.value)}
        />
        <TextField
          label="Hashrate of each"
          hint={
            algorithm === undefined
              ? ''
              : `in ${algorithm.preUnitOfMeasurement.toUpperCase()}${algorithm.unitLabel}`
          }
          inputMode="decimal"
          value={rate}
          error={mh === null && typed !== null ? 'A number, such as 1.5.' : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className={styles.choice}>
          <label htmlFor={`${id}-kind`}>Your code</label>
          <select id={`${id}-kind`} value={kind} onChange={(event) => setKind(event.target.value)}>
            <option value="ordinary">Ordinary, {feeSplits.withCode.ownerPercentage}%</option>
            {tiers.map((tier) => (
              <option key={tier.code} value={String(tier.code)}>
                Custom, {tier.name}, {tier.owner_percentage}%
              </option>
            ))}
          </select>
        </div>
      </div>
      <p className={styles.earned} role="status">
        {error !== null && failureText(error)}
        {earned !== null && (
          <>
            <Amount amount={cutAmount(earned, 8)} exact={earned} unit={coin} size={28} /> a day
            {money !== undefined && <span className={styles.money}>about {money} a day</span>}
          </>
        )}
      </p>
      <p className={styles.small}>
        An estimate at the present rates and difficulty; the owner’s part is {ownerPercent}% of each reward.
        {typed === null &&
          typeof typical?.name === 'string' &&
          ` The hashrate is that of ${articleBefore(typical.name)} ${typical.name}.`}
      </p>
    </Card>
  );
}
