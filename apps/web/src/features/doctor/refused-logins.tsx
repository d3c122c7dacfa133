import { useQuery } from '@tanstack/react-query';
import { RefusalItems } from '../../blocks/refusals/refusal-items.tsx';
import { refusalsQuery } from '../../blocks/refusals/refusals-query.ts';
import { failureText } from '../../shared/api/api-error.ts';
import { useSettled } from '../../shared/time/use-settled.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './doctor-page.module.css';

const settledMs = 500;

/** Queried once the address has not changed for a moment, so that typing does not query every prefix. */
export function RefusedLogins(typed: { readonly coin: string; readonly address: string }) {
  const coin = useSettled(typed.coin, settledMs);
  const address = useSettled(typed.address, settledMs);
  const isSettled = coin === typed.coin && address === typed.address;
  const { data, error, refetch } = useQuery({
    ...refusalsQuery(coin, address),
    enabled: isSettled && address !== '' && address.length <= 256,
  });
  if (!isSettled) return null;
  if (data === undefined)
    return error === null ? null : (
      <Notice
        tone="warning"
        live="polite"
        title="Couldn’t load refused logins"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        <p>{failureText(error)}</p>
      </Notice>
    );
  return (
    <section aria-label="Refused logins of the past day" className={styles.refused}>
      <h2>Refused logins of the past day</h2>
      {data.list.length === 0 ? (
        <p>None with this coin and address.</p>
      ) : (
        <ul>
          <RefusalItems list={data.list} />
        </ul>
      )}
    </section>
  );
}
