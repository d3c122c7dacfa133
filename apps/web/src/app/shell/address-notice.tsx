import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { addressQuery } from '../../shared/api/address-query.ts';
import { trimAddress } from '../../shared/format/trim-address.ts';
import { changePreferences, usePreference } from '../../shared/storage/preference-store.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { addressTrouble } from './address-trouble.ts';
import styles from './page-banners.module.css';

/** Says on other pages that something is the matter with the address viewed last. Closed, it returns with another matter. */
export function AddressNotice() {
  const [last] = usePreference('addressHistory');
  const closed = usePreference('addressNoticeClosed');
  const isElsewhere = useRouterState({
    // With its memo an address has a colon, which a path may hold either way.
    select: ({ location: { pathname } }) =>
      last !== undefined &&
      !pathname.includes(last.address) &&
      !pathname.includes(encodeURIComponent(last.address)),
  });
  const { data } = useQuery({
    ...addressQuery(last?.coin ?? '', last?.address ?? ''),
    enabled: last !== undefined,
    retry: false,
  });
  const trouble = data === undefined ? null : addressTrouble(data);
  if (last === undefined || trouble === null || !isElsewhere) return null;
  const { coin, address } = last;
  const matter = `${coin}:${address} ${trouble.kind}`.slice(0, 256);
  if (closed === matter) return null;
  return (
    <aside className={styles.banner} aria-label="Your address">
      <Icon name="warning" />
      <p>
        {trouble.text}{' '}
        <Link to="/address/{-$address}" params={{ address }} search={{ coin }}>
          {coin} address {trimAddress(address, 9)}
        </Link>
      </p>
      <IconButton
        label="Close the notice about your address"
        onClick={() => changePreferences((old) => ({ ...old, addressNoticeClosed: matter }))}
      >
        <Icon name="close" />
      </IconButton>
    </aside>
  );
}
