import { saveTextFile } from '../../../../shared/files/save-text-file.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { useAlgorithmWords } from '../../use-algorithm-words.ts';
import type { SectionLines } from './algorithm-section.tsx';
import { workersCsv } from './workers-csv.ts';

/** Saves the workers that are listed, in their order, for a spreadsheet. */
export function ExportWorkers({ sections }: { readonly sections: readonly SectionLines[] }) {
  const { itemOf } = useAlgorithmWords();
  const count = sections.reduce((sum, { lines }) => sum + lines.length, 0);
  if (count === 0) return null;
  return (
    <p>
      <Button
        small
        onClick={() => saveTextFile({ name: 'workers.csv', content: workersCsv(sections, itemOf) })}
      >
        Export {count === 1 ? '1 worker' : `${count} workers`} (CSV)
      </Button>
    </p>
  );
}
