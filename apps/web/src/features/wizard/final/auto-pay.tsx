import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addressQuery } from '../../../shared/api/address-query.ts';
import { Card } from '../../../shared/ui/card.tsx';
import styles from './final-page.module.css';

interface AutoPayProps {
  readonly coin: string;
  /** With its memo. */
  readonly address: string;
}

/** Auto-pay is off at first, and without it a miner is paid only on request: the last thing to set up. */
export function AutoPay({ coin, address }: AutoPayProps) {
  const { data: miner } = useQuery(addressQuery(coin, address));
  if (miner?.auto === true)
    return (
      <Card title="Be paid automatically">
        <p className={styles.note}>
          Auto-pay is on for this address: you are paid daily at 13:00 UTC after a day with a reward, once you
          hold {miner.payment_threshold} {coin}.
        </p>
      </Card>
    );
  return (
    <Card title="Be paid automatically">
      <p className={styles.note}>
        Auto-pay is off at first: you are paid only when you ask. To turn it on, mine for up to two hours,
        then open your address page on the connection that you mine from. You are then paid daily at 13:00 UTC
        after a day with a reward, once you hold{' '}
        {miner === undefined ? 'the minimum' : `${miner.payment_threshold} ${coin}`}.
      </p>
      <p>
        <Link to="/address/{-$address}" params={{ address }} search={{ coin }}>
          Turn on auto-pay at your address page
        </Link>
      </p>
    </Card>
  );
}
