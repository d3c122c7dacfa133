import { RelayedNotice } from '../../blocks/algorithm-picker/relayed-notice.tsx';
import { relayedWords } from '../../blocks/algorithm-picker/relayed-words.ts';
import { ExpectedIncome } from './expected-income.tsx';
import { useAlgorithmWords } from './use-algorithm-words.ts';

interface RelayedNotesProps {
  /** Of the miner. */
  readonly uuid: string;
  /** The codes of the algorithms that it mines. */
  readonly mined: readonly string[];
}

/** Of algorithms whose work another pool gives, always or at times: what is expected and not here yet, and when their shares are paid. */
export function RelayedNotes({ uuid, mined }: RelayedNotesProps) {
  const { itemOf } = useAlgorithmWords();
  const relayed = mined.flatMap((code) => {
    const item = itemOf(code);
    return item === undefined || relayedWords(item) === null ? [] : [item];
  });
  if (relayed.length === 0) return null;
  return (
    <>
      <ExpectedIncome uuid={uuid} />
      {relayed.map((item) => (
        <RelayedNotice key={item.code} algorithm={item} />
      ))}
    </>
  );
}
