import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Disclosure } from '../../shared/ui/disclosure.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { Piece } from './kit-piece.tsx';

/** What holds other pieces: notices, cards and what stands in them. */
export function KitBoxes() {
  return (
    <>
      <Piece name="Notice">
        <Notice tone="plain" title="Something to know." />
        <Notice tone="warning" title="Something to mind." action={<Button>Do it</Button>}>
          <p>What to do about it.</p>
        </Notice>
        <Notice tone="error" title="Something failed." action={<Button>Try again</Button>} />
      </Piece>
      <Piece name="Card, disclosure, empty, loading">
        <Card title="A card" action={<Tag>Beta</Tag>}>
          <Disclosure title="A row" aside="its answer">
            <p>What unfolds.</p>
          </Disclosure>
          <EmptyState title="Nothing yet">What will fill it.</EmptyState>
          <Skeleton width="60%" line={28} />
          <Skeleton width="40%" />
        </Card>
      </Piece>
    </>
  );
}
