import { type FSWatcher, watch } from 'node:fs';
import type { News } from '../services/ports/news.ts';
import { type NewsItem, readNews } from './read-news.ts';

export interface NewsFeed extends News {
  close(): void;
}

const settleMs = 200;

/**
 * Keeps the news of a folder in memory and reads it again when a file changes, without a restart. The first reading must be
 * right; a later fault is reported and what was right before stays.
 */
export async function openNewsFeed(folder: URL, onError: (error: unknown) => void): Promise<NewsFeed> {
  let items: readonly NewsItem[] = await readNews(folder);
  let timer: NodeJS.Timeout | undefined;
  const reload = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      readNews(folder).then((read) => {
        items = read;
      }, onError);
    }, settleMs);
  };
  const watcher: FSWatcher = watch(folder, reload);
  watcher.on('error', onError);
  return {
    items: () => items,
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
