import { addressRefusalsExample } from '@openlode/contracts/examples/address-refusals';
import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serveAnswers } from '../../testing/serve-answers.ts';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const [listed] = algorithmListExample.data;
if (listed === undefined) throw new Error('there is no example of an algorithm');
const port = listed.globalServer.defaultPort;
const command = `./minerd -a scrypt -o stratum+tcp://${listed.globalServer.url}:${port} -u DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1`;
const sound = 'No mistake found. The pool accepts this.';
const isClosed = `Port ${port} is the port of ${listed.code}, which is not mined here at the moment: the port is closed.`;

const refusals = { '/refusals': addressRefusalsExample };

const type = async (text = command) =>
  fireEvent.change(await screen.findByLabelText('User string or command'), { target: { value: text } });

describe('the doctor', () => {
  it('calls no port unknown while the list of ports cannot be fetched, and takes it once it can', async () => {
    await openPage('/doctor', { '/v5/algorithm': 0, ...refusals });
    await type();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText(/This pool has no port/)).toBeNull();
    serveAnswers({ '/v5/algorithm': algorithmListExample, ...refusals });
    fireEvent.click(again);
    expect(await screen.findByText(sound)).toBeTruthy();
  });

  it('calls nothing sound that it could not compare', async () => {
    await openPage('/doctor', refusals);
    await type(command.replace('-a scrypt', '-a rx/wow'));
    expect(
      await screen.findByText('We could not check everything: see below. The rest is right.'),
    ).toBeTruthy();
    expect(screen.getByText(/We do not know the algorithm “rx\/wow”/)).toBeTruthy();
    expect(screen.queryByText(/No mistake found/)).toBeNull();
  });

  it('follows what is mined on the pool', async () => {
    const { queryClient } = await openPage('/doctor', refusals);
    await type();
    expect(await screen.findByText(sound)).toBeTruthy();
    queryClient.setQueryData(
      ['algorithms'],
      [{ ...listed, work: 'none' }, ...algorithmListExample.data.slice(1)],
    );
    expect(await screen.findByText(isClosed)).toBeTruthy();
  });

  it('judges both algorithms of a command that mines two at once', async () => {
    await openPage('/doctor', refusals);
    await type(
      `${command.replace('./minerd', './nbminer')} -do stratum+tcp://${listed.globalServer.url}:${port}`,
    );
    const first = await screen.findByRole('region', { name: 'First algorithm' });
    expect(within(first).getByText(sound)).toBeTruthy();
    const second = within(screen.getByRole('region', { name: 'Second algorithm' }));
    expect(second.getByText('It contains no user string. Put one after -du.')).toBeTruthy();
  });
});
