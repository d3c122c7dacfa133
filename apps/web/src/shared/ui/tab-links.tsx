import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { ScrollStrip } from './scroll-strip.tsx';
import styles from './tab-links.module.css';

interface TabLinkProps {
  readonly id: string;
  readonly role: 'tab';
  readonly 'aria-selected': boolean;
  readonly 'aria-controls': string;
  readonly tabIndex: number;
  readonly children: ReactNode;
}

interface Tab {
  readonly name: string;
  readonly label: string;
  /** Set behind the label; null while it is not known. */
  readonly count?: number | null;
  /** A link to the tab's URL, with the given properties. */
  readonly renderLink: (props: TabLinkProps) => ReactElement;
}

interface TabLinksProps {
  /** Name of the strip. */
  readonly label: string;
  /** Unique on the page. */
  readonly id: string;
  readonly selected: string;
  readonly tabs: readonly Tab[];
  /** The panel of the selected tab. */
  readonly children: ReactNode;
}

/** Tabs whose choice lives in the URL. One stop for Tab; the arrow keys move and choose. */
export function TabLinks({ label, id, selected, tabs, children }: TabLinksProps) {
  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
    const at = links.findIndex((link) => link === document.activeElement);
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: (at + links.length - 1) % links.length,
      ArrowRight: (at + 1) % links.length,
      Home: 0,
      End: links.length - 1,
    };
    const next = links[moves[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.click();
  }

  const panelId = `${id}-panel`;
  return (
    <>
      <ScrollStrip what="tabs" selectedId={`${id}-tab-${selected}`}>
        <div
          className={styles.strip}
          role="tablist"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={handleKeyDown}
        >
          {tabs.map((tab) => {
            const isSelected = tab.name === selected;
            return (
              <span key={tab.name} role="presentation">
                {tab.renderLink({
                  id: `${id}-tab-${tab.name}`,
                  role: 'tab',
                  'aria-selected': isSelected,
                  'aria-controls': panelId,
                  tabIndex: isSelected ? 0 : -1,
                  children: (
                    <>
                      {tab.label}
                      {typeof tab.count === 'number' && <span className={styles.count}> {tab.count}</span>}
                    </>
                  ),
                })}
              </span>
            );
          })}
        </div>
      </ScrollStrip>
      <div id={panelId} role="tabpanel" aria-labelledby={`${id}-tab-${selected}`}>
        {children}
      </div>
    </>
  );
}
