import { useState } from 'react';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Modal } from '../../shared/ui/modal.tsx';
import { OptionPicker } from '../../shared/ui/option-picker.tsx';
import { KitPieces } from './kit-pieces.tsx';
import styles from './kit-page.module.css';

const fruits = ['Apple', 'Pear', 'Plum'];

/** Every piece in every state, in both modes side by side. */
export function KitPage() {
  const [open, setOpen] = useState<'dialog' | 'wide dialog' | 'picker' | null>(null);
  const close = () => setOpen(null);
  usePageTitle('Kit');
  return (
    <div className="wrap">
      <h1>Kit</h1>
      <p>
        {(['dialog', 'wide dialog', 'picker'] as const).map((what) => (
          <Button key={what} onClick={() => setOpen(what)}>
            Open the {what}
          </Button>
        ))}
      </p>
      <div className={styles.modes}>
        <section data-theme="light" aria-label="Light" className={styles.mode}>
          <KitPieces />
        </section>
        <section data-theme="dark" aria-label="Dark" className={styles.mode}>
          <KitPieces />
        </section>
      </div>
      {(open === 'dialog' || open === 'wide dialog') && (
        <Modal title="A dialog" wide={open === 'wide dialog'} onClose={close}>
          <p className={styles.dialog}>What a dialog holds.</p>
        </Modal>
      )}
      {open === 'picker' && (
        <OptionPicker
          title="Choose a fruit"
          placeholder="Search"
          groupsFor={(text) => [
            { title: 'Fruits', options: fruits.filter((fruit) => fruit.toLowerCase().includes(text)) },
          ]}
          keyOf={(fruit) => fruit}
          draw={(fruit) => fruit}
          chosen="Pear"
          onChoose={close}
          onClose={close}
          empty="No fruit has that name."
        />
      )}
    </div>
  );
}
