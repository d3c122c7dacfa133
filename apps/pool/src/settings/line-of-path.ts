import { type Document, isMap, type LineCounter } from 'yaml';
import type { Path } from './pool-file-fault.ts';

/** The line of a value in a file, or of the nearest one around it; of a key where there is no value to it. */
export function lineOfPath(document: Document, lines: LineCounter, path: Path): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent: unknown = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => String(key) === String(path[depth - 1]))
      : undefined;
    const node = (pair?.key ?? document.getIn(path.slice(0, depth), true)) as
      | { readonly range?: readonly [number, number, number] | null }
      | undefined;
    if (node?.range) return lines.linePos(node.range[0]).line;
  }
  return 0;
}
