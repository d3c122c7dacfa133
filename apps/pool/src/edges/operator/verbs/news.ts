import type { NewsFile } from '../contexts.ts';
import { printList } from '../print-table.ts';
import { instant } from '../sentences.ts';
import { looks, type VerbFamily } from '../verb.ts';

const newsList = looks({
  name: 'news list',
  does: 'every file, the newest first',
  needs: 'program',
  input: {},
  run: (program) => program.news(),
  print: printNews,
});

const newsCheck = looks({
  name: 'news check',
  does: 'whether every file can be shown',
  needs: 'program',
  input: {},
  run: (program) => program.news(),
  finding: { means: 'a file cannot be shown', isThere: (found) => faulty(found).length > 0 },
  json: faulty,
  print: (found) =>
    faulty(found).length === 0 ? `All ${found.length} files can be shown.` : printNews(faulty(found)),
});

function faulty(found: readonly NewsFile[]): readonly NewsFile[] {
  return found.filter(({ fault }) => fault !== null);
}

function printNews(found: readonly NewsFile[]): string {
  return printList(found, 'There are no news.', {
    file: ({ file }) => file,
    when: ({ at }) => (at === null ? '' : instant(at)),
    type: ({ type }) => type ?? '',
    coin: ({ coin }) => coin ?? '',
    pinned: ({ pinned }) => (pinned ? 'yes' : ''),
    fault: ({ fault }) => fault ?? '',
  });
}

export const newsVerbs: VerbFamily = {
  group: { name: 'news', does: 'the notices of content/news, as the pool reads them' },
  verbs: [newsList, newsCheck],
};
