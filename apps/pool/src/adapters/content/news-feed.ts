import type { News } from '../../domain/kernel/news.ts';
import { keepRead } from './keep-read.ts';
import { readNews } from './read-news.ts';

export interface NewsFeed extends News {
  close(): void;
}

/** The news of a folder; a changed file is read without a restart, and a faulty one reported. */
export async function openNewsFeed(folder: URL, onError: (error: unknown) => void): Promise<NewsFeed> {
  const kept = await keepRead(folder, () => readNews(folder), onError);
  return { items: () => kept.content(), close: () => kept.close() };
}
