import { type FSWatcher, watch } from 'node:fs';

export interface KeptReading<Content> {
  content(): Content;
  /** Reads again although no file changed. */
  reload(): void;
  close(): void;
}

const settleMs = 200;

/**
 * Keeps what `read` makes of a folder in memory and reads it again when a file changes, without a restart. The first
 * reading must be right; a later fault is reported and what was right before stays.
 */
export async function keepRead<Content>(
  folder: URL,
  read: () => Promise<Content>,
  onError: (error: unknown) => void,
): Promise<KeptReading<Content>> {
  let content: Content = await read();
  let timer: NodeJS.Timeout | undefined;
  // Two readings may be under way: one of before must not replace what a later one has read.
  let begun = 0;
  let kept = 0;
  const reload = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      begun += 1;
      const turn = begun;
      read().then((again) => {
        if (turn < kept) return;
        kept = turn;
        content = again;
      }, onError);
    }, settleMs);
  };
  const watcher: FSWatcher = watch(folder, reload);
  watcher.on('error', onError);
  return {
    content: () => content,
    reload,
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
