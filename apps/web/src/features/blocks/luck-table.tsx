import type { ChainLuckItem } from '@openlode/contracts/http/blocks';
import { chainWords, percentWords } from './block-words.ts';
import styles from './luck-table.module.css';

interface LuckTableProps {
  readonly luck: readonly ChainLuckItem[];
  readonly nameOf: (algorithm: string) => string;
}

/** By chain: how many blocks came, how many the same work makes on average, and how far the search is that goes on. */
export function LuckTable({ luck, nameOf }: LuckTableProps) {
  return (
    <table className={styles.luck}>
      <thead>
        <tr>
          <th scope="col">Chain</th>
          <th scope="col">Luck</th>
          <th scope="col">Blocks</th>
          <th scope="col">Expected</th>
          <th scope="col">This search</th>
        </tr>
      </thead>
      <tbody>
        {luck.map((each) => (
          <tr key={each.chain}>
            <th scope="row">
              {nameOf(each.algorithm)} <span>{chainWords(each.chain)}</span>
            </th>
            <td data-title="Luck">{each.luck === null ? '–' : percentWords(each.luck)}</td>
            <td data-title="Blocks">{each.blocks}</td>
            <td data-title="Expected">{each.expected}</td>
            <td data-title="This search">{percentWords(each.search)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
