import { type ComponentProps, useId, useState } from 'react';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { ChipFilter } from '../../shared/ui/chip-filter.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { LateIcon } from '../../shared/ui/late-icon.tsx';
import { Pager } from '../../shared/ui/pager.tsx';
import { ScrollStrip } from '../../shared/ui/scroll-strip.tsx';
import { SegmentedControl } from '../../shared/ui/segmented-control.tsx';
import { TabLinks } from '../../shared/ui/tab-links.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { Piece } from './kit-piece.tsx';
import styles from './kit-page.module.css';

/** What a visitor presses, types into or chooses from. */
export function KitControls() {
  return (
    <>
      <Buttons />
      <TextFields />
      <Choices />
      <Pagers />
      <TabsAndStrips />
    </>
  );
}

function Buttons() {
  return (
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
      <IconButton label="Pause">
        <LateIcon name="pause" />
      </IconButton>
      <CopyButton text="copied" label="Copy the text" />
      <CopyButton bare text="copied" label="Copy the text, bare" />
    </Piece>
  );
}

function TextFields() {
  return (
    <Piece name="Text field">
      <TextField label="Empty" hint="with a hint" placeholder="placeholder" />
      <TextField label="Filled" defaultValue="rig1" />
      <TextField code label="Right" defaultValue="DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU" confirmed="Valid" />
      <TextField label="Wrong" defaultValue="a b" error="Only letters, digits and hyphens." />
      <TextField label="Disabled" defaultValue="fixed" disabled />
    </Piece>
  );
}

function Choices() {
  const [chip, setChip] = useState<'GPU' | 'ASIC' | null>('GPU');
  const [transport, setTransport] = useState<'ssl' | 'tcp'>('ssl');
  return (
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
  );
}

function Pagers() {
  return (
    <Piece name="Pager">
      <Pager label="Pages at the start" page={1} lastPage={5} onChange={() => undefined} />
      <Pager label="Pages in the middle" page={3} lastPage={5} onChange={() => undefined} />
      <Pager label="Pages at the end" page={5} lastPage={5} onChange={() => undefined} />
    </Piece>
  );
}

const renderLink: ComponentProps<typeof TabLinks>['tabs'][number]['renderLink'] = ({ children, ...rest }) => (
  <a {...rest} href="#kit">
    {children}
  </a>
);

function TabsAndStrips() {
  // The kit draws every piece twice: a fixed id would be there twice.
  const id = useId();
  return (
    <Piece name="Tabs and strips">
      <TabLinks
        label="Tabs"
        id={id}
        selected="one"
        tabs={[
          { name: 'one', label: 'Selected', renderLink },
          { name: 'two', label: 'Counted', count: 12, renderLink },
        ]}
      >
        <p>The panel of the selected tab.</p>
      </TabLinks>
      <ScrollStrip what="words" selectedId={`${id}-none`}>
        <p className={styles.long}>{'A row that is longer than its place scrolls sideways. '.repeat(5)}</p>
      </ScrollStrip>
    </Piece>
  );
}
