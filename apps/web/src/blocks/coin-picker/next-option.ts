/** Where an option is drawn, in px. */
export interface OptionBox {
  readonly left: number;
  readonly top: number;
}

/**
 * The option that an arrow key leads to from the one at `at`. Down and up go to the nearest row that has options and
 * there to the nearest column, so that the list may be a grid of any width with headings in between.
 */
export function nextOption(boxes: readonly OptionBox[], at: number, key: string): number {
  const own = boxes[at];
  const last = boxes.length - 1;
  if (own === undefined) return 0;
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, at + 1);
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowDown':
      return nearest(boxes, at, own, 1);
    case 'ArrowUp':
      return nearest(boxes, at, own, -1);
    default:
      return at;
  }
}

function nearest(boxes: readonly OptionBox[], at: number, own: OptionBox, direction: 1 | -1): number {
  const ahead = boxes
    .map((box, index) => ({
      index,
      rows: (box.top - own.top) * direction,
      columns: Math.abs(box.left - own.left),
    }))
    .filter(({ rows }) => rows > 1);
  const row = Math.min(...ahead.map(({ rows }) => rows));
  const [best] = ahead
    .filter(({ rows }) => rows - row < 1)
    .toSorted((a, b) => a.columns - b.columns || a.index - b.index);
  return best?.index ?? at;
}
