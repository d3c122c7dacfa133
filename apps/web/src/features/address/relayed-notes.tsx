import { Notice } from '../../shared/ui/notice.tsx';
import { relayedWords } from '../../blocks/algorithm-picker/algorithm-words.ts';
import { ExpectedIncome } from './expected-income.tsx';
import { useAlgorithmWords } from './use-algorithm-words.ts';

interface RelayedNotesProps {
  /** Of the miner. */
  readonly uuid: string;
  /** The codes of the algorithms that it mines. */
  readonly mined: readonly string[];
}

/** Of algorithms whose work another pool gives, always or at times: when their shares are paid, and what is expected and not here yet. */
export function RelayedNotes({ uuid, mined }: RelayedNotesProps) {
  const { itemOf, nameOf } = useAlgorithmWords();
  const relayed = mined.flatMap((code) => {
    const item = itemOf(code);
    const words = item === undefined ? null : relayedWords(item);
    return words === null ? [] : [{ code, title: `${nameOf(code)}: ${words}` }];
  });
  if (relayed.length === 0) return null;
  return (
    <>
      {relayed.map(({ code, title }) => (
        <Notice key={code} tone="plain" title={title} />
      ))}
      <ExpectedIncome uuid={uuid} />
    </>
  );
}
