import { Notice } from '../../shared/ui/notice.tsx';
import { relayedWords } from '../../blocks/algorithm-picker/algorithm-words.ts';
import { useAlgorithmWords } from './use-algorithm-words.ts';

/** Of algorithms whose work another pool gives, always or at times: when their shares are paid. */
export function RelayedNotes({ mined }: { readonly mined: readonly string[] }) {
  const { itemOf, nameOf } = useAlgorithmWords();
  return mined.map((code) => {
    const item = itemOf(code);
    const words = item === undefined ? null : relayedWords(item);
    return words === null ? null : <Notice key={code} tone="plain" title={`${nameOf(code)}: ${words}`} />;
  });
}
