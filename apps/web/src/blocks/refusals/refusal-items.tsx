import type { LoginRefusals } from '@openlode/contracts/http/address-refusals';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import { refusalWords } from './refusal-words.ts';

/** Refused logins as the items of a list: why, what to do, how often and when last. */
export function RefusalItems({ list }: { readonly list: readonly LoginRefusals[] }) {
  return list.map(({ reason, times, last }) => (
    <li key={reason}>
      {refusalWords[reason]} Refused {times === 1 ? 'once' : `${times} times`}, last{' '}
      <RelativeTime at={last} />.
    </li>
  ));
}
