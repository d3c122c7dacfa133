import type { AccountsBalanceResponse } from '@openlode/contracts/http/accounts-balance';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { failureText } from '../../shared/api/api-error.ts';
import { getJson } from '../../shared/api/get-json.ts';
import { cutAmount } from '@openlode/money/decimal-text';
import { trimAddress } from '../../shared/format/trim-address.ts';
import { openLiveSocket } from '../../shared/live/live-socket.ts';
import { changePreferences, usePreference } from '../../shared/storage/preference-store.ts';
import { withoutVisit } from '../../shared/storage/preferences.ts';
import { Amount } from '../../shared/ui/amount.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import styles from './app-page.module.css';
import { findOpened, withMiners } from './find-miner.ts';
import { type KeptBalances, keepBalances, readBalances } from './kept-balances.ts';
import { watchLive } from './watch-live.ts';

const refetchMs = 15_000;
const askAgainMs = 30_000;

async function fetchBalances(uuids: readonly string[], signal: AbortSignal): Promise<KeptBalances> {
  const list = await getJson<AccountsBalanceResponse['data']>(
    `/v5/accounts/${uuids.join(',')}/balance`,
    signal,
  );
  const kept = {
    at: Date.now(),
    balances: Object.fromEntries(
      list.map(({ uuid, balance, precision }) => [uuid, { balance, precision: Number(precision) }]),
    ),
  };
  keepBalances(kept);
  return kept;
}

/** The addresses of this browser with what they hold; without a network, with what they held when they were last read. */
export function WatchList() {
  const visits = usePreference('addressHistory');
  const [kept] = useState(readBalances);
  const uuids = visits.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid]));
  useLiveBalances(uuids);
  const { data, error } = useQuery({
    queryKey: ['watched', ...uuids],
    queryFn: ({ signal }) => fetchBalances(uuids, signal),
    enabled: uuids.length > 0,
    refetchInterval: refetchMs,
    placeholderData: (before) => before ?? kept ?? undefined,
  });
  // An address that was added before its first share gets its miner with it.
  const waiting = visits.filter(({ uuid }) => uuid === undefined);
  useQuery({
    queryKey: ['unmined', ...waiting.map(({ coin, address }) => `${coin}:${address}`)],
    queryFn: async ({ signal }) => {
      const found = await findOpened(waiting, signal);
      if (found.length > 0) changePreferences((old) => withMiners(old, found));
      return found.length;
    },
    enabled: waiting.length > 0,
    refetchInterval: askAgainMs,
  });
  // A refused or unanswered call leaves what was kept.
  const shown = data ?? kept;
  if (visits.length === 0)
    return (
      <EmptyState title="No address yet">Add the address you mine to; it stays in this browser.</EmptyState>
    );
  return (
    <>
      <ul className={styles.watched}>
        {visits.map((visit) => {
          const held = visit.uuid === undefined ? undefined : shown?.balances[visit.uuid];
          const name = trimAddress(visit.address, 9);
          return (
            <li key={`${visit.coin}:${visit.address}`}>
              <CoinLogo symbol={visit.coin} size={20} />
              <Link
                to="/address/{-$address}"
                params={{ address: visit.address }}
                search={{ coin: visit.coin }}
                title={visit.address}
              >
                <code>{name}</code>
              </Link>
              <span className={styles.balance}>
                {held === undefined ? (
                  'no balance yet'
                ) : (
                  <Amount
                    amount={cutAmount(held.balance, held.precision)}
                    exact={held.balance}
                    unit={visit.coin}
                    size={16}
                  />
                )}
              </span>
              <IconButton
                label={`Stop watching ${visit.coin} address ${name}`}
                onClick={() => changePreferences((old) => withoutVisit(old, visit))}
              >
                <Icon name="close" />
              </IconButton>
            </li>
          );
        })}
      </ul>
      {shown !== null && (
        <p className={styles.age}>
          Updated <RelativeTime at={shown.at} />
          {error !== null && `. ${failureText(error)}`}
        </p>
      )}
    </>
  );
}

/** Asks again as soon as the pool tells of a balance; the questions every few seconds go on where its channel is silent. */
function useLiveBalances(uuids: readonly string[]) {
  const client = useQueryClient();
  const ids = uuids.join(',');
  useEffect(() => {
    if (ids === '') return undefined;
    let stop = () => {};
    let gone = false;
    const look = () => void client.invalidateQueries({ queryKey: ['watched'] });
    openLiveSocket().then(
      (socket) => {
        if (!gone) stop = watchLive(socket, ids.split(','), look);
      },
      () => {
        // Without the channel the questions are enough.
      },
    );
    return () => {
      gone = true;
      stop();
    };
  }, [client, ids]);
}
