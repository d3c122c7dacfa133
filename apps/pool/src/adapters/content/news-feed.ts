import type { News } from '../../domain/kernel/news.ts';
import type { PoolKind } from '../../domain/kernel/pool-kind.ts';
import { keepRead } from './keep-read.ts';
import { readNews } from './read-news.ts';

export interface NewsFeed extends News {
  close(): void;
}

/** The news of a folder that are about a pool of this kind; a changed file is read without a restart, and a faulty one reported. */
export async function openNewsFeed(
  folder: URL,
  kind: PoolKind,
  onError: (error: unknown) => void,
): Promise<NewsFeed> {
  const ofKind = async () => (await readNews(folder)).filter(({ only }) => only === null || only === kind);
  const kept = await keepRead(folder, ofKind, onError);
  return { items: () => kept.content(), close: () => kept.close() };
}
