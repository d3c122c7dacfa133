import type { RelayNote } from './relay-verdict.ts';

const notesMax = 20;
const perMs = 60_000;

/** Hands on what an operator should know, twenty of a kind a minute at most: an upstream must not fill a log. */
export class NoteLimit {
  readonly #now: () => number;
  readonly #onNote: (note: RelayNote) => void;
  readonly #said = new Map<RelayNote['kind'], { readonly from: number; readonly count: number }>();

  constructor(now: () => number, onNote: (note: RelayNote) => void) {
    this.#now = now;
    this.#onNote = onNote;
  }

  say(note: RelayNote): void {
    const now = this.#now();
    const said = this.#said.get(note.kind);
    const isFresh = said === undefined || now - said.from >= perMs;
    const { from, count } = isFresh ? { from: now, count: 0 } : said;
    this.#said.set(note.kind, { from, count: count + 1 });
    if (count < notesMax) this.#onNote(note);
  }
}
