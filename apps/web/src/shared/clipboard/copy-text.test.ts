// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';

function withClipboard(clipboard: unknown): void {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
}

/** Stands in for the browser's copy command: answers what was selected when it was called. */
function withCopyCommand(allowed: boolean): { copied: string | null } {
  const seen: { copied: string | null } = { copied: null };
  document.execCommand = (command: string) => {
    const area = document.querySelector('textarea');
    if (command === 'copy' && area !== null) seen.copied = area.value;
    return allowed;
  };
  return seen;
}

afterEach(() => {
  withClipboard(undefined);
});

describe('copyText', () => {
  it('uses the clipboard of a secure context', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    withClipboard({ writeText });
    await expect(copyText('3333')).resolves.toBe(true);
    expect(writeText).toHaveBeenCalledWith('3333');
  });

  it('copies by selection where there is no clipboard, and leaves nothing behind', async () => {
    withClipboard(undefined);
    const seen = withCopyCommand(true);
    await expect(copyText('DOGE:D123.rig1')).resolves.toBe(true);
    expect(seen.copied).toBe('DOGE:D123.rig1');
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('copies by selection where the clipboard is refused', async () => {
    withClipboard({ writeText: () => Promise.reject(new Error('NotAllowedError')) });
    const seen = withCopyCommand(true);
    await expect(copyText('x')).resolves.toBe(true);
    expect(seen.copied).toBe('x');
  });

  it('says so when neither way works', async () => {
    withClipboard(undefined);
    withCopyCommand(false);
    await expect(copyText('x')).resolves.toBe(false);
  });
});
