import type { ExpectedIncome as Expected } from '@openlode/contracts/http/account-expected';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../shared/ui/notice.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import { expectedQuery } from './address-api.ts';
import { expectedWords } from './expected-words.ts';

const askAgainMs = 60_000;

/** What other pools are expected to pay for work of this miner, and have not: nothing where they gave none. */
export function ExpectedIncome({ uuid }: { readonly uuid: string }) {
  // It is a help beside the balance: what cannot be fetched is left out.
  const { data } = useQuery({ ...expectedQuery(uuid), refetchInterval: askAgainMs, retry: false });
  return (data?.list ?? []).map((each) => <ExpectedOf key={each.through} expected={each} />);
}

function ExpectedOf({ expected }: { readonly expected: Expected }) {
  const { title, words, said } = expectedWords(expected);
  return (
    <Notice tone="plain" title={title}>
      {said !== null && <p>{said}</p>}
      <p>
        {words} For work of the last three days at most, the oldest done <RelativeTime at={expected.since} />.
      </p>
    </Notice>
  );
}
