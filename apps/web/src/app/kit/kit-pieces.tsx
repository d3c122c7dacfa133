import { type ComponentProps, useState } from 'react';
import { Amount } from '../../shared/ui/amount.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ChipFilter } from '../../shared/ui/chip-filter.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Contact } from '../../shared/ui/contact.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Disclosure } from '../../shared/ui/disclosure.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Pager } from '../../shared/ui/pager.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import { ScrollStrip } from '../../shared/ui/scroll-strip.tsx';
import { SegmentedControl } from '../../shared/ui/segmented-control.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StateMark } from '../../shared/ui/state-mark.tsx';
import { TabLinks } from '../../shared/ui/tab-links.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';
import { KitFigures } from './kit-figures.tsx';
import { Piece } from './kit-piece.tsx';
import styles from './kit-page.module.css';

const loaded = Date.now();
const renderLink: ComponentProps<typeof TabLinks>['tabs'][number]['renderLink'] = ({ children, ...rest }) => (
  <a {...rest} href="#kit">
    {children}
  </a>
);

/** The pieces of shared/ui, each in the states it has; hover, focus and press are the reader's own. */
export function KitPieces() {
  const [chip, setChip] = useState<'GPU' | 'ASIC' | null>('GPU');
  const [transport, setTransport] = useState<'ssl' | 'tcp'>('ssl');
  return (
    <>
      <Piece name="Button">
        {(['primary', 'secondary', 'quiet'] as const).map((kind) => (
          <span key={kind} className={styles.row}>
            <Button kind={kind}>{kind}</Button>
            <Button kind={kind} small>
              small
            </Button>
            <Button kind={kind} disabled>
              disabled
            </Button>
          </span>
        ))}
        <IconButton label="Search">
          <Icon name="search" />
        </IconButton>
        <CopyButton text="copied" label="Copy the text" />
        <CopyButton bare text="copied" label="Copy the text, bare" />
      </Piece>
      <Piece name="Text field">
        <TextField label="Empty" hint="with a hint" placeholder="placeholder" />
        <TextField label="Filled" defaultValue="rig1" />
        <TextField code label="Right" defaultValue="DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU" confirmed="Valid" />
        <TextField label="Wrong" defaultValue="a b" error="Only letters, digits and hyphens." />
        <TextField label="Disabled" defaultValue="fixed" disabled />
      </Piece>
      <Piece name="Choices">
        <ChipFilter label="Kind" options={['GPU', 'ASIC']} chosen={chip} onChange={setChip} />
        <SegmentedControl
          label="Transport"
          options={[
            { value: 'ssl', label: 'SSL' },
            { value: 'tcp', label: 'TCP' },
          ]}
          value={transport}
          onChange={setTransport}
        />
      </Piece>
      <Piece name="Pager">
        <Pager label="Pages at the start" page={1} lastPage={5} onChange={() => undefined} />
        <Pager label="Pages in the middle" page={3} lastPage={5} onChange={() => undefined} />
        <Pager label="Pages at the end" page={5} lastPage={5} onChange={() => undefined} />
      </Piece>
      <Piece name="Tabs and strips">
        <TabLinks
          label="Tabs"
          id={`kit-${chip ?? 'none'}`}
          selected="one"
          tabs={[
            { name: 'one', label: 'Selected', renderLink },
            { name: 'two', label: 'Counted', count: 12, renderLink },
          ]}
        >
          <p>The panel of the selected tab.</p>
        </TabLinks>
        <ScrollStrip what="words" selectedId="kit-none">
          <p className={styles.long}>{'A row that is longer than its place scrolls sideways. '.repeat(5)}</p>
        </ScrollStrip>
      </Piece>
      <Piece name="Marks">
        <Tag>New</Tag>
        <StateMark state="good">Online</StateMark>
        <StateMark state="waiting">Waiting</StateMark>
        <StateMark state="idle">Offline</StateMark>
        <StateMark state="error">Error</StateMark>
        <CoinLogo symbol="DOGE" size={32} />
        <CoinLogo symbol="NOPE" size={32} />
        <CoinLogo symbol="BTC" size={20} />
        <RelativeTime at={loaded} />
      </Piece>
      <Piece name="Amount">
        {([40, 28, 16, 14] as const).map((size) => (
          <Amount key={size} amount="1234.56789" unit="DOGE" size={size} />
        ))}
        <Amount amount="3.25" unit="DOGE" size={14} sign="+" />
      </Piece>
      <Piece name="Contact">
        <p>
          <Contact text="operator@pool.example" />, <Contact text="https://pool.example/help" />,{' '}
          <Contact text="in the chat of the club" />
        </p>
      </Piece>
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
      <KitFigures />
      <Piece name="Toast">
        {(['success', 'warning', 'error'] as const).map((tone) => (
          <Button key={tone} onClick={() => showToast(tone)}>
            {tone}
          </Button>
        ))}
      </Piece>
    </>
  );
}
