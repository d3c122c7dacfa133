import { WindowCounts } from '../../runtime/window-counts.ts';
import type { RelayNote } from './relay-verdict.ts';

const notesMax = 20;
const perMs = 60_000;

/** Hands on what an operator should know, twenty of a kind a minute at most: an upstream must not fill a log. */
export class NoteLimit {
  readonly #now: () => number;
  readonly #onNote: (note: RelayNote) => void;
  readonly #counts = new WindowCounts(perMs);

  /** @param now ms that never go back */
  constructor(now: () => number, onNote: (note: RelayNote) => void) {
    this.#now = now;
    this.#onNote = onNote;
  }

  say(note: RelayNote): void {
    if (this.#counts.spend(note.kind, this.#now()).current <= notesMax) this.#onNote(note);
  }
}
