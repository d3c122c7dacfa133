import { recordWork } from '../shares/record-work.ts';
import { buildBatch, buildLine } from './build-work.ts';
import type { TestContext } from './create-test-context.ts';

/** Records lines of work, those of each call in a batch of its own. */
export function workRecorder(
  ctx: () => TestContext,
): (...lines: Parameters<typeof buildLine>[0][]) => ReturnType<typeof recordWork> {
  let batches = 0;
  return (...lines) => {
    batches += 1;
    const id = `11111111-1111-4111-8111-${batches.toString().padStart(12, '0')}`;
    return recordWork(ctx(), buildBatch(id, ...lines.map((line) => buildLine(line))));
  };
}
