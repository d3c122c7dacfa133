import type { AccountsBalanceResponse } from '@openlode/contracts/http/accounts-balance';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { failureText } from '../../shared/api/api-error.ts';
import { getJson } from '../../shared/api/get-json.ts';
import { trimAddress } from '../../shared/format/trim-address.ts';
import { changePreferences, usePreference } from '../../shared/storage/preference-store.ts';
import { withoutVisit } from '../../shared/storage/preferences.ts';
import { Amount } from '../../shared/ui/amount.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import styles from './app-page.module.css';
import { type KeptBalances, keepBalances, readBalances } from './kept-balances.ts';

const refetchMs = 15_000;

async function fetchBalances(uuids: readonly string[], signal: AbortSignal): Promise<KeptBalances> {
  const list = await getJson<AccountsBalanceResponse['data']>(
    `/v5/accounts/${uuids.join(',')}/balance`,
    signal,
  );
  const kept = {
    at: Date.now(),
    balances: Object.fromEntries(list.map(({ uuid, balance }) => [uuid, balance])),
  };
  keepBalances(kept);
  return kept;
}

/** The addresses of this browser with what they hold; without a network, with what they held when they were last read. */
export function WatchList() {
  const visits = usePreference('addressHistory');
  const [kept] = useState(readBalances);
  const uuids = visits.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid]));
  const { data, error } = useQuery({
    queryKey: ['watched', ...uuids],
    queryFn: ({ signal }) => fetchBalances(uuids, signal),
    enabled: uuids.length > 0,
    refetchInterval: refetchMs,
    placeholderData: (before) => before ?? kept ?? undefined,
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
          const balance = visit.uuid === undefined ? undefined : shown?.balances[visit.uuid];
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
                {balance === undefined ? (
                  'no balance yet'
                ) : (
                  <Amount amount={balance} unit={visit.coin} size={16} />
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
          Balances of <RelativeTime at={shown.at} />
          {error !== null && `. ${failureText(error)}`}
        </p>
      )}
    </>
  );
}
