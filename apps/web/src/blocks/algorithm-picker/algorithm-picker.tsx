import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { OptionPicker } from '../../shared/ui/option-picker.tsx';
import { AlgorithmMarks } from './algorithm-marks.tsx';
import styles from './algorithm-picker.module.css';
import { isMinable } from './is-minable.ts';
import { hardwareWords, matchAlgorithms } from './match-algorithms.ts';

interface AlgorithmPickerProps {
  readonly algorithms: readonly AlgorithmItem[];
  /** Code of the current algorithm. */
  readonly chosen: string;
  readonly onChoose: (algorithm: string) => void;
  readonly onClose: () => void;
}

export function AlgorithmPicker({ algorithms, chosen, onChoose, onClose }: AlgorithmPickerProps) {
  function groupsFor(text: string) {
    const matches = matchAlgorithms(algorithms, text);
    return [
      { title: 'Minable on this pool', options: matches.filter(isMinable) },
      { title: 'Unavailable right now', options: matches.filter((item) => !isMinable(item)) },
    ];
  }

  return (
    <OptionPicker
      title="Choose the algorithm you mine"
      placeholder="Mining… search by name or coin"
      groupsFor={groupsFor}
      keyOf={keyOf}
      draw={drawAlgorithm}
      chosen={chosen}
      onChoose={(algorithm) => onChoose(algorithm.code)}
      onClose={onClose}
      empty="No algorithm has that name."
    />
  );
}

const keyOf = (algorithm: AlgorithmItem) => algorithm.code;

function drawAlgorithm(algorithm: AlgorithmItem) {
  return (
    <>
      <CoinLogo symbol={algorithm.symbol} size={32} lazy />
      <span className={styles.words}>
        <span>{algorithm.name}</span>
        <span className={styles.hardware}>{hardwareWords(algorithm)}</span>
      </span>
      <AlgorithmMarks algorithm={algorithm} />
    </>
  );
}
