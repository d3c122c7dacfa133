import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { Notice } from '../../shared/ui/notice.tsx';
import { relayedWords } from './relayed-words.ts';

/** Where another pool gives the work of an algorithm, always or at times: through whom, and when its shares are paid. Nothing elsewhere. */
export function RelayedNotice({ algorithm }: { readonly algorithm: AlgorithmItem }) {
  const words = relayedWords(algorithm);
  if (words === null) return null;
  return (
    <Notice tone="plain" title={words.title}>
      {words.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}
