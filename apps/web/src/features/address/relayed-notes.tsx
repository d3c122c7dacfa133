import { Notice } from '../../shared/ui/notice.tsx';
import { useAlgorithmWords } from './use-algorithm-words.ts';

/** Of algorithms whose work another pool gives: when their shares are paid. */
export function RelayedNotes({ mined }: { readonly mined: readonly string[] }) {
  const { itemOf, nameOf } = useAlgorithmWords();
  return mined.map((code) => {
    const item = itemOf(code);
    if (item?.work !== 'relayed' || item.extraComment === null) return null;
    return <Notice key={code} tone="plain" title={`${nameOf(code)}: ${item.extraComment}`} />;
  });
}
