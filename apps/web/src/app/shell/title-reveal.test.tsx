import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Amount } from '../../shared/ui/amount.tsx';
import { Announcer } from '../../shared/ui/announcer.tsx';
import { TitleReveal } from './title-reveal.tsx';

afterEach(cleanup);

function open() {
  render(
    <>
      <Amount amount="0.12" exact="0.123456789012345678" unit="BTC" size={16} />
      <button type="button" title="Copy address">
        copy
      </button>
      <p title="as it stands">as it stands</p>
      <Announcer />
      <TitleReveal />
    </>,
  );
}

const shown = () => document.querySelector('[aria-hidden]')?.textContent;

describe('what stands in a title', () => {
  it('is shown and said after a tap, until the next one', () => {
    open();
    expect(shown()).toBeUndefined();
    fireEvent.click(screen.getByText('BTC'));
    expect(shown()).toBe('0.123456789012345678 BTC');
    expect(screen.getByRole('status').textContent).toBe('0.123456789012345678 BTC');
    fireEvent.click(document.body);
    expect(shown()).toBeUndefined();
  });

  it('goes with Escape', () => {
    open();
    fireEvent.click(screen.getByText('BTC'));
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(shown()).toBe('0.123456789012345678 BTC');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(shown()).toBeUndefined();
  });

  it('is left alone on what operates something, and where it tells nothing more', () => {
    open();
    fireEvent.click(screen.getByRole('button'));
    expect(shown()).toBeUndefined();
    fireEvent.click(screen.getByText('as it stands'));
    expect(shown()).toBeUndefined();
  });
});
