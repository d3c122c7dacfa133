import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { Tag } from '../../shared/ui/tag.tsx';

/** What is special about an algorithm. A deactivated one is shown only where a miner mined it. */
export function AlgorithmMarks({ algorithm }: { readonly algorithm: AlgorithmItem }) {
  return (
    <>
      {algorithm.new && <Tag>New</Tag>}
      {algorithm.beta && <Tag>Beta</Tag>}
      {algorithm.deactivated && <Tag>Deprecated</Tag>}
    </>
  );
}
