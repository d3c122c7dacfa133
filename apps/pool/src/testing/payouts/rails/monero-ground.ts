import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MoneroNodes } from '../../../../../../testing/monero-nodes.ts';
import { payees } from '../../../../../../testing/monero-payments.ts';
import { MoneroWallet, watched } from '../../../../../../testing/monero-wallet.ts';
import { SignerProcess } from '../../../../../../testing/signer-process.ts';
import { type NodeRpc, openNodeRpc } from '../../../adapters/chains/nodes/node-rpc.ts';
import { type MoneroPath, moneroPaths } from '../../../adapters/rails/monero/monero-node.ts';
import { moneroRail } from '../../../adapters/rails/monero/monero-rail.ts';
import { atomicUnits } from '../../../adapters/rails/monero/units.ts';
import { ViewWallet } from '../../../adapters/rails/monero/view-wallet.ts';
import { moneroSignerClient } from '../../../adapters/rails/signer-client.ts';
import type { Truth } from '../compare-with-truth.ts';
import { BlockTimes } from './block-times.ts';
import type { GroundNodes, OpenedRail, OpenRailOptions } from './ground.ts';
import { soundMood } from './unsure-node.ts';

/** Blocks under which a payment is final. */
const confirmations = 3;
const perAtomic = 10n ** 6n;
const coin = 10n ** 18n;
/** Rewards of a life; each is an output of its own. */
const rewards = 12;

/** Of the operator: of no one whom the pool owes anything. */
export const cold = watched.address;

/** Monero on two monerods, with a wallet that watches and the built signer. */
export class MoneroGround implements GroundNodes {
  readonly name = 'monero';
  readonly coin = 'XMR';
  readonly network = 'XMR';
  readonly each = coin / 5n;
  /** Nothing there takes the place of what was sent. */
  readonly operatorPoints = [];
  readonly mayWait = true;
  readonly moods = { one: soundMood(), two: soundMood() };
  readonly nodes: MoneroNodes;
  readonly #theirs: MoneroWallet;
  readonly #times = new BlockTimes();
  #life: { readonly folder: string; readonly signer: SignerProcess; readonly view: MoneroWallet } | undefined;
  isApart = false;

  private constructor(nodes: MoneroNodes, theirs: MoneroWallet) {
    this.nodes = nodes;
    this.#theirs = theirs;
  }

  static async start(): Promise<MoneroGround> {
    // A payment hides among sixteen outputs that are old enough.
    const nodes = await MoneroNodes.start(80);
    const account = { address: payees.primary, viewkey: payees.viewKey };
    return new MoneroGround(nodes, await MoneroWallet.start(nodes.two.url, account, false));
  }

  get life() {
    if (this.#life === undefined) throw new Error('it has not begun');
    return this.#life;
  }

  get address(): string {
    return this.life.signer.monero.address;
  }

  get ownAddresses(): ReadonlySet<string> {
    return new Set([this.address, cold]);
  }

  async begin(_payees: number, now: number): Promise<void> {
    await this.#endLife();
    const folder = await mkdtemp(join(tmpdir(), 'openlode-monero-life-'));
    const signer = await SignerProcess.start(folder, { hasMonero: true });
    for (const part of [10, rewards - 10])
      await this.nodes.one.ask('generateblocks', {
        amount_of_blocks: part,
        wallet_address: signer.monero.address,
      });
    await this.nodes.mine(60);
    const view = await MoneroWallet.start(this.nodes.one.url, signer.monero);
    this.#life = { folder, signer, view };
    await this.#note(now);
  }

  async payees(count: number): Promise<readonly string[]> {
    return this.#theirs.newAddresses(count);
  }

  open(options: OpenRailOptions): OpenedRail {
    return this.openFor('ab'.repeat(16), options);
  }

  /** `ledger`: whose payouts the signer takes them for. */
  openFor(ledger: string, { reservations, now, through, signing }: OpenRailOptions): OpenedRail {
    const opened: NodeRpc[] = [];
    const open = (name: 'one' | 'two', rpc: NodeRpc): NodeRpc => {
      opened.push(rpc);
      return through(name, this.#times.inBusinessTime(rpc));
    };
    const nodes = [this.nodes.one, this.nodes.two].map(({ url }, index) => {
      const name = index === 0 ? ('one' as const) : ('two' as const);
      const at = (path: string, form: 'json-rpc' | 'plain') =>
        open(name, openNodeRpc({ url: new URL(`/${path}`, url), scheme: 'digest', form }));
      const paths = Object.fromEntries(moneroPaths.map((path) => [path, at(path, 'plain')]));
      const network = 'regtest' as const;
      return { name, network, rpc: at('json_rpc', 'json-rpc'), paths: paths as Record<MoneroPath, NodeRpc> };
    });
    const { view, signer } = this.life;
    const readLogin = () => readFileSync(view.loginFile, 'utf8');
    const wallet = open(
      'one',
      openNodeRpc({ url: new URL('/json_rpc', view.url), scheme: 'digest', readLogin }),
    );
    const rail = moneroRail({
      kind: 'regtest',
      address: this.address,
      nodes,
      wallet: new ViewWallet(wallet),
      signer: signing(
        moneroSignerClient({
          socket: signer.socket,
          network: 'XMR-regtest',
          orderOf: ({ payoutId, orderId, address, amount }) => ({
            payoutId: `${ledger}:${orderId ?? payoutId}`,
            address,
            amount: atomicUnits(amount),
          }),
        }),
      ),
      reservations,
      feeMax: 10n ** 16n,
      confirmations,
      now,
    });
    return {
      rail,
      close: () => {
        for (const rpc of opened) rpc.close();
      },
    };
  }

  async mine(blocks: number, now: number): Promise<void> {
    if (this.isApart) {
      await this.nodes.one.generate(blocks);
      if (Math.floor(now / 1000) % 2 === 0) await this.nodes.two.generate(blocks);
    } else {
      await (Math.floor(now / 1000) % 2 === 0 ? this.nodes.one : this.nodes.two).generate(blocks);
      await this.nodes.mine(0);
    }
    await this.#note(now);
  }

  async #note(now: number): Promise<void> {
    for (const node of [this.nodes.one, this.nodes.two]) this.#times.note((await node.info()).height, now);
  }

  async heal(_payees: number, now: number): Promise<void> {
    if (this.isApart) await this.join();
    await this.nodes.join();
    await this.mine(1, now);
  }

  async join(): Promise<void> {
    await this.nodes.join();
    this.isApart = false;
  }

  async truth(addresses: ReadonlySet<string>): Promise<Truth> {
    await this.nodes.join();
    const paid = await this.#theirs.payments();
    return paid
      .filter(({ address }) => addresses.has(address))
      .map(({ txid, address, amount }) => ({
        label: '',
        txid,
        outputs: [{ address, memo: '', asset: 'XMR', amount: amount * perAtomic }],
      }));
  }

  async #endLife(): Promise<void> {
    if (this.#life === undefined) return;
    const { folder, signer, view } = this.#life;
    this.#life = undefined;
    await Promise.all([signer.close(), view.close()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async close(): Promise<void> {
    await this.#endLife();
    await this.#theirs.close();
    await this.nodes.close();
  }
}
