import { feeSplits } from '@openlode/catalogue/tiers';
import { cutAmount } from '@openlode/money/decimal-text';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../shared/api/api-error.ts';
import { fiatText } from '../../shared/format/fiat-text.ts';
import { articleBefore } from '../../shared/format/indefinite-article.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { Amount } from '../../shared/ui/amount.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EarningsFields } from './earnings-fields.tsx';
import { referralEarnings } from './referral-earnings.ts';
import { minerQuery, type TierInfo } from './referrals-api.ts';
import styles from './referrals-page.module.css';
import { useEarningsForm } from './use-earnings-form.ts';

interface EarningsCalculatorProps {
  readonly coin: string;
  readonly tiers: readonly TierInfo[];
}

/** What a code earns a day for a number of referred miners of one hashrate. */
export function EarningsCalculator({ coin, tiers }: EarningsCalculatorProps) {
  const form = useEarningsForm(tiers);
  const { algorithm, count, mh, ownerPercent, isRateTyped, typicalMachine } = form;
  const { currency } = usePreference('calculator');
  const { data, error } = useQuery(
    minerQuery(algorithm?.code ?? '', coin, algorithm === undefined ? null : mh),
  );
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
      <EarningsFields form={form} tiers={tiers} />
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
        {!isRateTyped &&
          typicalMachine !== undefined &&
          ` The hashrate is that of ${articleBefore(typicalMachine)} ${typicalMachine}.`}
      </p>
    </Card>
  );
}
