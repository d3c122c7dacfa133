import type { AccountWorkersResponse } from '@openlode/contracts/http/account-workers';
import type { AddressConnectionsResponse } from '@openlode/contracts/http/address-connections';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { RefusalItems } from '../../../blocks/refusals/refusal-items.tsx';
import { refusalsQuery } from '../../../blocks/refusals/refusals-query.ts';
import { failureText } from '../../../shared/api/api-error.ts';
import { addressQuery } from '../../../shared/api/address-query.ts';
import { getJson } from '../../../shared/api/get-json.ts';
import { poolQuery } from '../../../shared/api/pool-api.ts';
import { joinMinerRoom } from '../../../shared/live/miner-room.ts';
import { openLiveSocket } from '../../../shared/live/live-socket.ts';
import { useTextNow } from '../../../shared/time/use-now.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { LateIcon } from '../../../shared/ui/late-icon.tsx';
import styles from './first-share.module.css';
import { elapsedText, type MiningStep, miningSteps } from './mining-steps.ts';

interface FirstShareProps {
  readonly coin: string;
  /** With its memo. */
  readonly address: string;
  readonly worker: string;
  /** Code. */
  readonly algorithm: string;
  /** What to do while nothing has arrived. */
  readonly hint: string;
}

const pollMs = 4000;

/** Waits for the first accepted share of the worker: told by the socket, asked for where the socket is silent. */
export function FirstShare({ coin, address, worker, algorithm, hint }: FirstShareProps) {
  const [since] = useState(() => Date.now());
  const [arrived, setArrived] = useState(false);
  const refetchInterval = arrived ? false : pollMs;
  const { data: miner, error } = useQuery({ ...addressQuery(coin, address), refetchInterval: pollMs });
  const uuid = miner?.uuid;
  const { data: workers } = useQuery({
    queryKey: ['account', uuid, 'workers'],
    queryFn: ({ signal }) => getJson<AccountWorkersResponse['data']>(`/v5/account/${uuid}/workers`, signal),
    enabled: uuid !== undefined,
    refetchInterval,
  });
  const { data: refused } = useQuery({ ...refusalsQuery(coin, address), refetchInterval });
  const { data: connected } = useQuery({
    queryKey: ['connections', coin, address],
    queryFn: ({ signal }) =>
      getJson<AddressConnectionsResponse['data']>(
        `/v5/address/${encodeURIComponent(address)}/connections?coin=${encodeURIComponent(coin)}`,
        signal,
      ),
    refetchInterval,
  });
  const { data: pool } = useQuery(poolQuery());
  const isOnline = Object.values(workers ?? {}).some((each) =>
    each.workers.some(({ name, online }) => online && name === worker),
  );
  // Once is enough: a worker that goes offline later was connected all the same.
  if (isOnline && !arrived) setArrived(true);
  useMinerRoom(uuid);

  const lastRefusal = Math.max(0, ...(refused?.list ?? []).map(({ last }) => last));
  const steps = miningSteps({
    worker,
    connectedAt: connected?.list.find((each) => each.worker === worker)?.since ?? null,
    refusedAt: lastRefusal >= since ? lastRefusal : null,
    hasShare: arrived,
    balance: miner === undefined || Number(miner.balance) === 0 ? null : `${miner.balance_payable} ${coin}`,
    minutesPerReward: pool?.pools[algorithm]?.avg_reward_time ?? null,
  });

  return (
    <section className={styles.waiting} data-arrived={arrived} aria-label="First share">
      <div className={styles.head}>
        <div role="status">
          <p className={styles.word}>
            <LateIcon name={arrived ? 'check' : 'clock'} />
            {arrived ? 'Your first share has arrived' : 'Waiting for your first share'}
          </p>
          <p>{arrived ? `${worker} is online and mining.` : hint}</p>
          {!arrived && error !== null && (
            <p>Can’t check right now: {failureText(error)} Retrying automatically.</p>
          )}
        </div>
        {!arrived && <Elapsed since={since} />}
      </div>
      <Steps steps={steps} />
      {!arrived && refused !== undefined && refused.list.length > 0 && (
        <ul role="alert" aria-label="Refused logins">
          <RefusalItems list={refused.list} />
        </ul>
      )}
      <p className={styles.onward}>
        <Link to="/address/{-$address}" params={{ address }} search={{ coin }}>
          Open your address page
        </Link>
        {!arrived && <Link to="/doctor">Trouble connecting?</Link>}
      </p>
    </section>
  );
}

function Elapsed({ since }: { readonly since: number }) {
  const text = useTextNow((now) => elapsedText(now - since));
  return <p className={styles.elapsed}>Listening for {text}</p>;
}

const stateWords = { done: 'done', now: 'in progress', failed: 'failed', later: 'not yet' } as const;

function Steps({ steps }: { readonly steps: readonly MiningStep[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ name, state, words }) => (
        <li key={name} data-state={state}>
          <b>
            {state === 'done' && <Icon name="check" />}
            {name}
            <span className="visually-hidden">, {stateWords[state]}</span>
          </b>
          <span>{words}</span>
        </li>
      ))}
    </ol>
  );
}

/** Looks at the workers and the balance again as soon as the pool tells of something. */
function useMinerRoom(uuid: string | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (uuid === undefined) return undefined;
    let leave = () => {};
    let gone = false;
    const look = () => void client.invalidateQueries({ queryKey: ['account', uuid, 'workers'] });
    openLiveSocket().then(
      (socket) => {
        if (gone) return;
        const handlers = { onEvent: look, onBalance() {}, onSummary() {}, onPayment() {}, onJoined: look };
        leave = joinMinerRoom(socket, uuid, handlers);
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
}
