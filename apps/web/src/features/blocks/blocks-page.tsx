import { sitePages } from '@openlode/catalogue/site-pages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../shared/api/api-error.ts';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Pager } from '../../shared/ui/pager.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import { BlockRow } from './block-row.tsx';
import { type BlocksPageData, blocksQuery } from './blocks-api.ts';
import styles from './blocks-page.module.css';
import { BlocksSkeleton } from './blocks-skeleton.tsx';
import { LuckTable } from './luck-table.tsx';

/** Every block that the pool found, and how its luck is. */
export function BlocksPage() {
  const [page, setPage] = useState(1);
  const { data, error, dataUpdatedAt, isPlaceholderData, refetch } = useQuery(blocksQuery(page));
  return (
    <PlainPage
      page={sitePages.blocks}
      lead="What each block paid, how long its search was, and what became of it. Blocks that were mined together are listed one by one."
    >
      {error !== null && (
        <Notice
          tone="error"
          title={failureText(error)}
          live="polite"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {data !== undefined && (
            <>
              What you see is from <RelativeTime at={dataUpdatedAt} />.
            </>
          )}
        </Notice>
      )}
      {data === undefined
        ? error === null && <BlocksSkeleton />
        : data.list.length === 0 &&
          page === 1 && (
            <EmptyState title="No block was found yet.">
              A block is found by chance: the more is mined here, the sooner it comes. It stands here as soon
              as its share arrives.
            </EmptyState>
          )}
      {data !== undefined && (data.list.length > 0 || page > 1) && (
        <Found data={data} page={page} isBusy={isPlaceholderData} onPage={setPage} />
      )}
    </PlainPage>
  );
}

interface FoundProps {
  readonly data: BlocksPageData;
  readonly page: number;
  readonly isBusy: boolean;
  readonly onPage: (page: number) => void;
}

function Found({ data, page, isBusy, onPage }: FoundProps) {
  const { data: algorithms } = useQuery(algorithmsQuery());
  const nameOf = (code: string): string => algorithms?.find((each) => each.code === code)?.name ?? code;
  return (
    <>
      <div className={styles.found}>
        <ol className={styles.list} aria-label="Blocks" aria-busy={isBusy}>
          {data.list.map((block) => (
            <BlockRow
              key={`${block.chain} ${block.hash}`}
              block={block}
              algorithm={nameOf(block.algorithm)}
            />
          ))}
        </ol>
        <Pager label="Pages of blocks" page={page} lastPage={data.last_page} onChange={onPage} />
      </div>
      {data.luck.length > 0 && (
        <Card title="Luck by chain">
          <p className={styles.about}>
            The blocks of the past 30 days, the last 100 at most, against how many the same work makes on
            average. Work since the last block counts as well, so a long search lowers the luck before it
            ends.
          </p>
          <LuckTable luck={data.luck} nameOf={nameOf} />
        </Card>
      )}
    </>
  );
}
