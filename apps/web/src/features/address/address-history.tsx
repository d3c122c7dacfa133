import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isNotFound } from '../../shared/api/api-error.ts';
import { trimAddress } from '../../shared/format/trim-address.ts';
import { changePreferences, usePreference } from '../../shared/storage/preference-store.ts';
import { type AddressVisit, withoutVisit } from '../../shared/storage/preferences.ts';
import { useFlash } from '../../shared/time/use-flash.ts';
import { Amount } from '../../shared/ui/amount.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';
import styles from './address-history.module.css';
import { balancesQuery, type ShownBalance } from './balances-api.ts';
import { cutAmount } from '@openlode/money/decimal-text';
import { groupVisits } from './group-visits.ts';

const flashMs = 300;

/** The addresses that were viewed in this browser, by coin, with what they hold. */
export function AddressHistory() {
  const navigate = useNavigate();
  const history = usePreference('addressHistory');
  const coins = usePreference('lastAddressCoinFilters');
  const [text, setText] = useState('');
  const uuids = history.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid]));
  const { data, error } = useQuery(balancesQuery(uuids));

  useEffect(() => {
    if (!isNotFound(error)) return;
    // None of the miners exists any more: another pool's history, or a pool that was emptied. Asked for without their ids the
    // addresses stay, and the page opens next time.
    changePreferences((old) => ({
      ...old,
      addressHistory: old.addressHistory.map(({ coin, address, at }) => ({ coin, address, at })),
    }));
    showToast('warning', 'This pool knows none of your recent addresses.');
    void navigate({ to: '/', replace: true });
  }, [error, navigate]);

  if (history.length === 0) return null;
  const groups = groupVisits(history, coins, text);
  const known = [...new Set(history.map(({ coin }) => coin))];
  const toggle = (coin: string) =>
    changePreferences((old) => ({
      ...old,
      lastAddressCoinFilters: old.lastAddressCoinFilters.includes(coin)
        ? old.lastAddressCoinFilters.filter((other) => other !== coin)
        : [...old.lastAddressCoinFilters, coin],
    }));
  return (
    <section className={styles.history} aria-labelledby="history">
      <h2 id="history">Recent addresses</h2>
      <div className={styles.tools}>
        <TextField
          label="Quick search"
          placeholder="coin or part of an address"
          value={text}
          maxLength={256}
          onChange={(event) => setText(event.target.value)}
        />
        {known.length > 1 && (
          <fieldset className={styles.coins} aria-label="Filter by coin">
            {known.map((coin) => (
              <button
                key={coin}
                type="button"
                aria-pressed={coins.includes(coin)}
                onClick={() => toggle(coin)}
              >
                {coins.includes(coin) && <Icon name="check" />}
                {coin}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {groups.length === 0 && <p className={styles.none}>No recent address matches.</p>}
      {groups.map((group) => (
        <section key={group.coin} aria-label={`${group.coin} addresses`}>
          <h3>
            <CoinLogo symbol={group.coin} size={20} />
            {group.coin}
          </h3>
          <ul>
            {group.visits.map((visit) => (
              <Visit
                key={visit.address}
                visit={visit}
                held={visit.uuid === undefined ? undefined : data?.get(visit.uuid)}
              />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

interface VisitProps {
  readonly visit: AddressVisit;
  /** Undefined until it was read, and for an address that has no miner yet. */
  readonly held: ShownBalance | undefined;
}

function Visit({ visit, held }: VisitProps) {
  const { coin, address, at } = visit;
  const flashing = useFlash(held?.balance ?? null, flashMs);
  return (
    <li>
      <Link to="/address/{-$address}" params={{ address }} search={{ coin }} title={address}>
        <code>{trimAddress(address, 9)}</code>
      </Link>
      <span className={styles.balance} data-flash={flashing}>
        {held !== undefined && (
          <Amount
            amount={cutAmount(held.balance, held.precision)}
            exact={held.balance}
            unit={coin}
            size={14}
          />
        )}
      </span>
      <RelativeTime at={at} className={styles.at} />
      <IconButton
        label={`Forget ${coin} address ${trimAddress(address, 9)}`}
        onClick={() => changePreferences((old) => withoutVisit(old, visit))}
      >
        <Icon name="close" />
      </IconButton>
    </li>
  );
}
