import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentOrder } from '../../domain/kernel/rail.ts';
import { dearNetworks } from '../control/dear-networks.ts';
import { openSandboxRail, type SandboxRail } from './sandbox-rail.ts';

const order: PaymentOrder = {
  payoutId: 4n,
  coin: 'DOGE',
  network: 'DOGE',
  address: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU',
  memo: '',
  amount: 30n * 10n ** 18n,
};

describe('the sandbox rail', () => {
  let directory: string;
  let now = 1_000_000;
  let rail: SandboxRail;
  const open = (): SandboxRail =>
    openSandboxRail({
      path: join(directory, 'sandbox-payouts'),
      clock: { now: () => now },
      random: { uuid: () => `nonce-${now}`, bytes: () => new Uint8Array() },
    });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-rail-'));
    rail = open();
  });
  afterEach(() => {
    rail.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const signed = async () => {
    const outcome = await rail.build([order], []);
    if (outcome.kind !== 'signed') throw new Error('not signed');
    return outcome;
  };

  /** What its two nodes say alike. */
  const statusOf = async (txid: string, proof: Readonly<Record<string, string>>) => {
    const answers = await rail.lookUp('DOGE', txid, proof);
    expect(answers.map(({ node, height, isSynced }) => [node, height, isSynced])).toEqual([
      ['sandbox-node-1', Math.floor(now / 10_000), true],
      ['sandbox-node-2', Math.floor(now / 10_000), true],
    ]);
    expect(answers[1]?.status).toEqual(answers[0]?.status);
    return answers[0]?.status;
  };

  it('takes what a journey has a network take, says so before, and no more than ten times as much', async () => {
    rail.close();
    const fees = dearNetworks();
    rail = openSandboxRail({
      path: join(directory, 'sandbox-payouts'),
      clock: { now: () => now },
      random: { uuid: () => 'nonce', bytes: () => new Uint8Array() },
      feeOf: fees.feeOf,
    });
    const quoted = async () => rail.quote?.('DOGE', 'DOGE');
    expect(await quoted()).toMatchObject({ feeAsset: 'DOGE', alone: 10n ** 12n, agreed: 10n ** 12n });
    fees.makeDear('DOGE', 'DOGE', 4n * 10n ** 17n);
    fees.makeDear('DOGE', 'DOGE', 3n * 10n ** 17n);
    expect(fees.followers).toEqual([{ coin: 'DOGE', network: 'DOGE', sharePercent: 2 }]);
    const fee = 3n * 10n ** 17n;
    expect(await quoted()).toEqual({
      feeAsset: 'DOGE',
      alone: fee,
      together: fee,
      agreed: fee,
      payees: 1,
      cap: 10n * fee,
      rate: 'the same for every payment',
    });
    expect(rail.terms('DOGE', 'DOGE').feeMax).toBe(10n * fee);
    const { bytes, proof } = await signed();
    const decoded = await rail.inspect({ network: 'DOGE', bytes, proof });
    expect(decoded).toMatchObject({ fee: { asset: 'DOGE', amount: fee } });
  });

  it('lists what left it since a moment, also over a restart', async () => {
    const first = await signed();
    await rail.send('DOGE', first.bytes);
    now += 1000;
    const second = await signed();
    await rail.send('DOGE', second.bytes);
    rail.close();
    rail = open();
    const sentSince = async (since: number) =>
      (await rail.outgoing(since)).flatMap(({ transactions }) => transactions);
    expect((await sentSince(0)).map(({ txid }) => txid)).toEqual([first.txid, second.txid]);
    expect(await rail.outgoing(now, 'DOGE')).toEqual([
      {
        network: 'DOGE',
        node: 'sandbox-node-1',
        height: Math.floor(now / 10_000),
        isSynced: true,
        transactions: [
          {
            network: 'DOGE',
            txid: second.txid,
            bytes: second.bytes,
            proof: second.proof,
            label: '4',
            at: now,
          },
        ],
      },
    ]);
    expect(await sentSince(now + 1)).toEqual([]);
    expect(await rail.outgoing(0, 'BTC')).toMatchObject([{ network: 'BTC', transactions: [] }]);
  });

  it('opens an XRP address with its first payment, and remembers that over a restart', async () => {
    const address = 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai';
    const activated = () => rail.activated?.('XRP', address);
    expect(await rail.activated?.('DOGE', order.address)).toBe(true);
    expect(await activated()).toBe(false);
    const outcome = await rail.build([{ ...order, coin: 'XRP', network: 'XRP', address, memo: '12345' }], []);
    if (outcome.kind !== 'signed') throw new Error('not signed');
    expect(await activated()).toBe(false);
    await rail.send('XRP', outcome.bytes);
    expect(await activated()).toBe(true);
    rail.close();
    rail = open();
    expect(await activated()).toBe(true);
    expect(await rail.activated?.('XRP', 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De')).toBe(false);
  });

  it('knows at once what another process has sent through the same chain', async () => {
    const other = open();
    const { bytes, txid, proof } = await signed();
    await other.send('DOGE', bytes);
    other.close();
    expect(await statusOf(txid, proof)).toEqual({ kind: 'waiting' });
    const [answer] = await rail.outgoing(0, 'DOGE');
    expect(answer?.transactions).toMatchObject([{ txid, network: 'DOGE', label: '4' }]);
    expect((await rail.holdings()).amounts.get('DOGE')).toBeLessThan(0n);
    await rail.send('DOGE', bytes);
    expect((await rail.outgoing(0, 'DOGE'))[0]?.transactions).toHaveLength(1);
  });

  it('takes a payment once, confirms it as time passes, and remembers it over a restart', async () => {
    const { bytes, txid, proof } = await signed();
    expect(txid).toMatch(/^sandbox-[0-9a-f]{40}$/);
    expect(await statusOf(txid, proof)).toEqual({ kind: 'absent' });
    await rail.send('DOGE', bytes);
    await rail.send('DOGE', bytes);
    expect(await statusOf(txid, proof)).toEqual({ kind: 'waiting' });
    now += 60_000;
    rail.close();
    appendFileSync(join(directory, 'sandbox-payouts'), '1000 sandbox-torn 00');
    rail = open();
    // One smallest payable unit of DOGE.
    const fee = 10n ** 12n;
    expect(await statusOf(txid, proof)).toEqual({ kind: 'confirmed', confirmations: 6, fee });
    const other = await signed();
    await rail.send('DOGE', other.bytes);
    rail.close();
    rail = open();
    expect(await statusOf(other.txid, other.proof)).toEqual({ kind: 'waiting' });
  });

  it('invalidates what no block took in its time, and takes it no more', async () => {
    const { bytes, txid, proof } = await signed();
    now += 3_600_000 + 60_000;
    expect(await statusOf(txid, proof)).toEqual({ kind: 'absent' });
    expect(await rail.send('DOGE', bytes)).toEqual({
      kind: 'refused',
      why: 'the sandbox takes no payment after its time',
    });
    now += 1;
    expect(await statusOf(txid, proof)).toMatchObject({ kind: 'invalidated', fee: 0n });
  });

  it('reads from the bytes what was ordered', async () => {
    const { bytes, txid, proof } = await signed();
    expect(await rail.inspect({ network: 'DOGE', bytes, proof })).toMatchObject({
      txid,
      network: 'DOGE',
      outputs: [{ address: order.address, memo: '', asset: 'DOGE', amount: order.amount }],
    });
    expect(await rail.inspect({ network: 'DOGE', bytes: bytes.slice(1), proof })).toBe('unreadable');
  });
});
