import type { News } from '../../domain/kernel/news.ts';
import type { PoolKind } from '../../domain/kernel/pool-kind.ts';
import { keepRead } from './keep-read.ts';
import { byAge, type NewsItem, readNews } from './read-news.ts';

export interface NewsFeed extends News {
  /** Shows these beside the files, and none of before; one takes the place of a file of its name. */
  show(own: readonly NewsItem[]): void;
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
  let own: readonly NewsItem[] = [];
  const items = (): readonly NewsItem[] => {
    if (own.length === 0) return kept.content();
    const bySlug = new Map([...kept.content(), ...own].map((item) => [item.slug, item]));
    return [...bySlug.values()].toSorted(byAge);
  };
  return {
    items,
    show: (shown) => {
      own = shown;
    },
    close: () => kept.close(),
  };
}
