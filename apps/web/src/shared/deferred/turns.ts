/**
 * The pieces of the first page are drawn in turn, each in a frame of its own: a phone that drew all of them at once would
 * not answer to a finger meanwhile. Pieces are drawn in the order in which they asked; once none waits any more, everything that
 * comes later is drawn at once.
 */
interface Turn {
  readonly draw: () => void;
}

const waiting: Turn[] = [];
let deferring = false;
let current: Turn | null = null;
/** Pieces whose code is on its way: they get in line when it has come. */
let coming = 0;

/** From now on pieces wait for their turn, until all that wait have been drawn. */
export function deferFirstPage(): void {
  deferring = true;
}

export function isDeferring(): boolean {
  return deferring;
}

/** Keeps deferring for a piece that will get in line. The answer is to be called when it has, or is not wanted any more. */
export function expectTurn(): () => void {
  let expected = true;
  coming += 1;
  return () => {
    if (!expected) return;
    expected = false;
    coming -= 1;
    if (current === null && waiting.length === 0) afterFrame(next);
  };
}

/** Gets in line. The answer is to be called when the piece stands on the page, or is not wanted any more. */
export function takeTurn(draw: () => void): () => void {
  const turn = { draw };
  waiting.push(turn);
  if (current === null && waiting.length === 1) afterFrame(next);
  return () => {
    const at = waiting.indexOf(turn);
    if (at !== -1) waiting.splice(at, 1);
    if (current !== turn) return;
    current = null;
    afterFrame(next);
  };
}

function next(): void {
  if (current !== null) return;
  current = waiting.shift() ?? null;
  if (current !== null) current.draw();
  else if (coming === 0) deferring = false;
}

/** Once the browser has painted; a hidden page is not painted, and is not kept waiting for it. */
function afterFrame(then: () => void): void {
  if (document.hidden) setTimeout(then);
  else requestAnimationFrame(() => setTimeout(then));
}
