/** Refused logins on their way to the books: each text and reason once for every time they are written. */
export interface RefusalNotes {
  note(text: string, reason: string): void;
  /** Writes what is noted; what cannot be written is dropped. */
  write(): Promise<void>;
}

export interface RefusedText {
  readonly text: string;
  readonly reason: string;
  readonly times: number;
}

/** A flood of different ones is cut here: the notes help somebody who mistyped, not somebody who tries. */
const notesMax = 200;

export function createRefusalNotes(record: (refused: RefusedText) => Promise<void>): RefusalNotes {
  let notes = new Map<string, RefusedText>();
  return {
    note(text, reason) {
      const key = `${reason}\n${text.slice(0, 1024)}`;
      const known = notes.get(key);
      if (known === undefined && notes.size >= notesMax) return;
      notes.set(key, { text: text.slice(0, 1024), reason, times: (known?.times ?? 0) + 1 });
    },
    async write() {
      const written = notes;
      notes = new Map();
      for (const refused of written.values()) await record(refused);
    },
  };
}
