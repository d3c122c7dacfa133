import type { AccountWorkersResponse } from '@openlode/contracts/http/account-workers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { RefusalItems } from '../../../blocks/refusals/refusal-items.tsx';
import { refusalsQuery } from '../../../blocks/refusals/refusals-query.ts';
import { failureText } from '../../../shared/api/api-error.ts';
import { addressQuery } from '../../../shared/api/address-query.ts';
import { getJson } from '../../../shared/api/get-json.ts';
import { joinAccountRoom } from '../../../shared/live/account-room.ts';
import { openLiveSocket } from '../../../shared/live/live-socket.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import styles from './final-page.module.css';

interface FirstShareProps {
  readonly coin: string;
  /** With its memo. */
  readonly address: string;
  readonly worker: string;
  /** What to do while nothing has arrived. */
  readonly hint: string;
}

const pollMs = 4000;

/** Waits for the first accepted share of the worker: told by the socket, asked for where the socket is silent. */
export function FirstShare({ coin, address, worker, hint }: FirstShareProps) {
  const client = useQueryClient();
  const [arrived, setArrived] = useState(false);
  const refetchInterval = arrived ? false : pollMs;
  const { data: account, error } = useQuery({ ...addressQuery(coin, address), refetchInterval });
  const uuid = account?.uuid;
  const { data: workers } = useQuery({
    queryKey: ['account', uuid, 'workers'],
    queryFn: ({ signal }) => getJson<AccountWorkersResponse['data']>(`/v5/account/${uuid}/workers`, signal),
    enabled: uuid !== undefined,
    refetchInterval,
  });
  const { data: refused } = useQuery({ ...refusalsQuery(coin, address), refetchInterval });
  const isOnline = Object.values(workers ?? {}).some((each) =>
    each.workers.some(({ name, online }) => online && name === worker),
  );
  // Once is enough: a worker that goes offline later was connected all the same.
  if (isOnline && !arrived) setArrived(true);

  useEffect(() => {
    if (uuid === undefined) return undefined;
    let leave = () => {};
    let gone = false;
    const look = () => void client.invalidateQueries({ queryKey: ['account', uuid, 'workers'] });
    openLiveSocket().then(
      (socket) => {
        if (gone) return;
        const handlers = { onEvent: look, onBalance() {}, onSummary() {}, onPayment() {}, onJoined: look };
        leave = joinAccountRoom(socket, uuid, handlers);
      },
      () => {
        // The questions every few seconds go on.
      },
    );
    return () => {
      gone = true;
      leave();
    };
  }, [client, uuid]);

  return (
    <section className={styles.waiting} data-arrived={arrived} aria-label="First share">
      <div role="status">
        <p className={styles.word}>
          <Icon name={arrived ? 'check' : 'clock'} />
          {arrived ? 'Your first share has arrived' : 'Waiting for your first share'}
        </p>
        <p>{arrived ? `${worker} is online and mining.` : hint}</p>
        {!arrived && error !== null && (
          <p>Can’t check right now: {failureText(error)} Retrying automatically.</p>
        )}
      </div>
      {!arrived && refused !== undefined && refused.list.length > 0 && (
        <ul role="alert" aria-label="Refused logins">
          <RefusalItems list={refused.list} />
        </ul>
      )}
      <p>
        Auto-pay is off at first. Turn it on at the top of your address page once you have mined for up to two
        hours: then you are paid daily at 13:00 UTC after a day with a reward, once you hold the minimum.
      </p>
      <p className={styles.onward}>
        <Link to="/address/{-$address}" params={{ address }} search={{ coin }}>
          Open your address page
        </Link>
        {!arrived && <Link to="/doctor">Trouble connecting?</Link>}
      </p>
    </section>
  );
}
