import type { Worker } from 'node:worker_threads';
import type { Support } from '../../domain/kernel/support.ts';
import { keepRead } from './keep-read.ts';
import { readSupport } from './read-support.ts';
import { openSearchThread } from './search-thread.ts';
import type { SupportFacts } from './deployment-facts.ts';

export interface SupportCentre extends Support {
  /** Writes the articles again, with what holds for the deployment now. */
  reload(): void;
  close(): Promise<void>;
}

/** The articles of a folder; a changed file is read without a restart, and a faulty one reported. */
export async function openSupportCentre(
  folder: URL,
  facts: SupportFacts,
  onError: (error: unknown) => void,
  startSearchWorker: () => Worker,
): Promise<SupportCentre> {
  const thread = openSearchThread(startSearchWorker);
  const read = async () => {
    const book = await readSupport(folder, facts);
    thread.read({ heads: book.heads, texts: book.texts, keywords: book.keywords });
    return book;
  };
  const kept = await keepRead(folder, read, onError);
  return {
    categories: () => kept.content().categories,
    find: (slug) => kept.content().find(slug),
    reload: () => kept.reload(),
    search: (text, clientAddress) => thread.search(text, clientAddress),
    close: () => {
      kept.close();
      return thread.close();
    },
  };
}
