import type { SupportMatch } from '@openlode/contracts/http/support';

/** Text in which the words that were found are marked. */
export function MarkedText({ pieces }: { readonly pieces: SupportMatch['text'] }) {
  let at = 0;
  return pieces.map(({ text, hit }) => {
    at += text.length;
    return hit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>;
  });
}
