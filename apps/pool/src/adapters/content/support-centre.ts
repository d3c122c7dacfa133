import type { Worker } from 'node:worker_threads';
import type { Support } from '../../domain/kernel/support.ts';
import { keepRead } from './keep-read.ts';
import { bindWith, readSupportFiles, type SupportFiles, type WrittenArticle } from './read-support.ts';
import { openSearchThread } from './search-thread.ts';
import type { SupportFacts } from './deployment-facts.ts';

export interface SupportCentre extends Support {
  /** Writes the articles again, with what holds for the deployment now. */
  reload(): void;
  /** Shows these beside the files, and none of before; one takes the place of a file of its name. */
  show(own: readonly WrittenArticle[]): void;
  /** The articles as they are in files. */
  files(): SupportFiles;
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
  let own: readonly WrittenArticle[] = [];
  let right: SupportFiles | undefined;
  const bind = (files: SupportFiles) => {
    const { index, faults } = bindWith(files, own, facts);
    for (const fault of faults.values()) onError(new Error(fault));
    thread.read({ heads: index.heads, texts: index.texts, keywords: index.keywords });
    right = files;
    return { files, index };
  };
  const read = async () => {
    try {
      return bind(await readSupportFiles(folder));
    } catch (error) {
      if (right === undefined) throw error;
      // What was taken back goes all the same, beside the files of before.
      onError(error);
      return bind(right);
    }
  };
  const kept = await keepRead(folder, read, onError);
  return {
    categories: () => kept.content().index.categories,
    find: (slug) => kept.content().index.find(slug),
    files: () => kept.content().files,
    show: (shown) => {
      own = shown;
      kept.reload();
    },
    reload: () => kept.reload(),
    search: (text, clientAddress) => thread.search(text, clientAddress),
    close: () => {
      kept.close();
      return thread.close();
    },
  };
}
