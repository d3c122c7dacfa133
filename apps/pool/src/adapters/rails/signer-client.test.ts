import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printLine, type SignerAnswer } from '@openlode/signing/messages';
import type { PaymentOrder } from '../../domain/kernel/rail.ts';
import { describeSigner, signerClient } from './signer-client.ts';

const order: PaymentOrder = {
  payoutId: 7n,
  coin: 'LTC',
  network: 'LTC',
  address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  memo: '',
  amount: 10n ** 18n,
};
const head = { entry: 3, seal: 'ab'.repeat(32) };
const signed: SignerAnswer = {
  ok: true,
  type: 'signed',
  bytes: '0102',
  txid: 'cd'.repeat(32),
  fee: 1410n,
  claims: ['a:0'],
  again: false,
  journal: head,
};

describe('the client of a signer', () => {
  let directory: string;
  let server: Server;
  let asked: unknown[];
  let answer: string | undefined;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-signer-client-'));
    asked = [];
    answer = printLine(signed);
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (line) => {
        asked.push(JSON.parse(line.toString()));
        socket.end(answer ?? '');
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(join(directory, 's'), resolve);
    });
  });
  afterEach(async () => {
    await new Promise((resolve) => {
      server.close(resolve);
    });
    rmSync(directory, { recursive: true, force: true });
  });
  const client = () =>
    signerClient({
      socket: join(directory, 's'),
      network: 'LTC-regtest',
      orderOf: ({ payoutId, amount }) => ({
        payoutId: `ledger:${payoutId}`,
        address: 'rltc1q',
        amount: amount / 10n ** 10n,
      }),
    });
  const request = { network: 'LTC', orders: [order], psbt: Uint8Array.of(1, 2, 3) };

  it('asks in the words of the signer, and tells it the newest line of its journal the next time', async () => {
    const signer = client();
    expect(await signer.sign(request)).toEqual({ kind: 'signed', bytes: Uint8Array.of(1, 2) });
    await signer.sign(request);
    const sign = {
      type: 'sign',
      network: 'LTC-regtest',
      kind: 'payout',
      orders: [{ payoutId: 'ledger:7', address: 'rltc1q', amount: '100000000' }],
      unsigned: 'AQID',
    };
    expect(asked).toEqual([sign, { ...sign, known: head }]);
    await signer.sweep(request);
    await signer.cancel(request);
    expect(asked.slice(2)).toEqual([
      { ...sign, kind: 'sweep', known: head },
      { ...sign, kind: 'cancel', known: head },
    ]);
  });

  it('hands on a refusal, as one line', async () => {
    answer = printLine({ ok: false, reason: 'day-cap', why: 'it waits\nfor the next day' });
    expect(await client().sign(request)).toEqual({
      kind: 'refused',
      why: 'day-cap: it waits for the next day',
    });
  });

  it('says what was signed under the id of a payment, and for which payment, unless the journal was set back', async () => {
    const one = {
      network: 'LTC-regtest',
      kind: 'payout',
      orders: [{ payoutId: 'ledger:7', address: 'rltc1q', amount: 100_000_000n }],
      txid: 'cd'.repeat(32),
      fee: 1410n,
      claims: ['a:0'],
      bytes: '0102',
    } as const;
    const other = { ...one, orders: [{ ...one.orders[0], amount: 1n }] };
    const answering = (journal: typeof head): string =>
      printLine({ ok: true, type: 'transactions', transactions: [one, other], count: 2, journal });
    answer = answering(head);
    const signer = client();
    expect(await signer.signedFor(order)).toEqual([
      { bytes: Uint8Array.of(1, 2), isOfAnother: false },
      { bytes: Uint8Array.of(1, 2), isOfAnother: true },
    ]);
    expect(asked).toEqual([{ type: 'transactions', payoutId: 'ledger:7' }]);
    answer = printLine({ ok: true, type: 'transactions', transactions: [one], count: 2, journal: head });
    await expect(signer.signedFor(order)).rejects.toThrow('does not name all of them');
    answer = printLine(signed);
    await signer.sign(request);
    for (const journal of [
      { ...head, entry: 2 },
      { ...head, seal: 'ac'.repeat(32) },
    ]) {
      answer = answering(journal);
      await expect(signer.signedFor(order)).rejects.toThrow('journal-behind');
    }
  });

  it('knows nothing where no answer comes, or none that it understands', async () => {
    answer = undefined;
    await expect(client().sign(request)).rejects.toThrow('has closed the connection without an answer');
    for (const reason of ['journal-failed', 'internal', 'journal-behind'] as const) {
      answer = printLine({ ok: false, reason, why: 'the disk is full' });
      await expect(client().sign(request)).rejects.toThrow(
        `the signer does not know: ${reason}: the disk is full`,
      );
    }
    answer = 'nonsense\n';
    await expect(client().sign(request)).rejects.toThrow('the line is no JSON');
    answer = printLine({ ok: true, type: 'described', networks: [], journal: head });
    await expect(client().sign(request)).rejects.toThrow('something else than it was asked');
    const nowhere = signerClient({
      socket: join(directory, 'nowhere'),
      network: 'LTC',
      orderOf: () => ({ payoutId: 'x', address: 'y', amount: 1n }),
    });
    await expect(nowhere.sign(request)).rejects.toThrow('cannot be asked: connect ENOENT');
  });

  it('says what the signer has for a network', async () => {
    const limits = { payment: 1n, day: 2n, fee: 3n, feeRate: 4n };
    const ltc = { network: 'LTC-regtest', keys: [], limits, spentToday: 0n, sweepTo: [] };
    answer = printLine({ ok: true, type: 'described', networks: [ltc], journal: head });
    expect(await describeSigner(join(directory, 's'), 'LTC-regtest')).toEqual(ltc);
    expect(await describeSigner(join(directory, 's'), 'LTC')).toBeUndefined();
  });
});
