import { Link } from '@tanstack/react-router';
import { PlainPage } from '../../shared/ui/plain-page.tsx';

/** A teaser: there are no accounts yet, and none is needed. */
export function AccountPage() {
  return (
    <PlainPage
      title="Accounts are coming soon"
      tab="Account"
      lead="One place for all your addresses and notifications. Until then nothing is missing: the page of your payout address shows everything it earned, and nobody ever needs an account to mine."
    >
      <p>
        <Link to="/address/{-$address}" params={{ address: undefined }}>
          Look up your address
        </Link>
      </p>
    </PlainPage>
  );
}
