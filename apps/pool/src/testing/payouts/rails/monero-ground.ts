import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MoneroNodes } from '../../../../../../testing/monero-nodes.ts';
import { payees } from '../../../../../../testing/monero-payments.ts';
import { MoneroWallet, watched } from '../../../../../../testing/monero-wallet.ts';
import { SignerProcess } from '../../../../../../testing/signer-process.ts';
import type { Truth } from '../compare-with-truth.ts';
import { BlockTimes } from './block-times.ts';
import { DearMonerod } from './dear-monerod.ts';
import type { GroundNodes, OpenedRail, OpenRailOptions } from './ground.ts';
import { type MoneroPlace, openMoneroPlace } from './monero-place.ts';
import { soundMood } from './unsure-node.ts';

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
  /** There are few starts. */
  readonly aloneShare = 40;
  readonly moods = { one: soundMood(), two: soundMood() };
  readonly nodes: MoneroNodes;
  /** What the pool and its wallet ask in the place of the nodes. */
  readonly dear: readonly [DearMonerod, DearMonerod];
  readonly #theirs: MoneroWallet;
  readonly #times: BlockTimes;
  readonly #folder: string;
  #life: { readonly folder: string; readonly signer: SignerProcess; readonly view: MoneroWallet } | undefined;
  #now = 0;
  isApart = false;
  /** Until it is funded again. */
  isEmpty = false;

  private constructor(
    nodes: MoneroNodes,
    {
      theirs,
      dear,
      folder,
    }: { theirs: MoneroWallet; dear: readonly [DearMonerod, DearMonerod]; folder: string },
  ) {
    this.nodes = nodes;
    this.dear = dear;
    this.#theirs = theirs;
    this.#folder = folder;
    this.#times = new BlockTimes(join(folder, 'times'));
  }

  static async start(): Promise<MoneroGround> {
    // A payment hides among sixteen outputs that are old enough.
    const nodes = await MoneroNodes.start(80);
    const account = { address: payees.primary, viewkey: payees.viewKey };
    const theirs = await MoneroWallet.start(nodes.two.url, account, false);
    const dear = [await DearMonerod.start(nodes.one.url), await DearMonerod.start(nodes.two.url)] as const;
    const folder = await mkdtemp(join(tmpdir(), 'openlode-monero-ground-'));
    return new MoneroGround(nodes, { theirs, dear, folder });
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
    this.setPrice(1);
    await this.#reward(signer.monero.address);
    const view = await MoneroWallet.start(this.dear[0].url, signer.monero);
    this.#life = { folder, signer, view };
    await this.#note(now);
  }

  /** Blocks that pay to the pool, until they can be spent. */
  async fund(): Promise<void> {
    await this.#reward(this.address);
    await this.#note(this.#now);
  }

  /** Blocks of no one's, without moving the time. */
  async rest(blocks: number): Promise<void> {
    await this.nodes.mine(blocks);
    await this.#note(this.#now);
  }

  async #reward(address: string): Promise<void> {
    for (const part of [10, rewards - 10])
      await this.nodes.one.ask('generateblocks', { amount_of_blocks: part, wallet_address: address });
    await this.nodes.mine(60);
    this.isEmpty = false;
  }

  /** Both nodes ask for this many times more. */
  setPrice(factor: number): void {
    for (const each of this.dear) each.factor = factor;
  }

  async payees(count: number): Promise<readonly string[]> {
    return this.#theirs.newAddresses(count);
  }

  place(): MoneroPlace {
    const { view, signer } = this.life;
    const [one, two] = this.dear;
    return {
      kind: 'monero',
      address: this.address,
      nodes: [
        { name: 'one', url: one.url },
        { name: 'two', url: two.url },
      ],
      wallet: { url: view.url, loginFile: view.loginFile },
      signer: signer.socket,
      ledger: 'ab'.repeat(16),
      times: this.#times.file,
      feeMax: `${10n ** 16n}`,
    };
  }

  open(options: OpenRailOptions): OpenedRail {
    return openMoneroPlace(this.place(), options);
  }

  /** What others make of the same key: payouts of another ledger. `feeMax`: the most for one of them, in units of 10^-18. */
  openOutside(feeMax: bigint, options: OpenRailOptions): OpenedRail {
    const place = { ...this.place(), ledger: 'cd'.repeat(16), feeMax: `${feeMax}` };
    return openMoneroPlace(place, options);
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
    this.#now = Math.max(this.#now, now);
    for (const node of [this.nodes.one, this.nodes.two]) this.#times.note((await node.info()).height, now);
  }

  async heal(_payees: number, now: number): Promise<void> {
    if (this.isApart) await this.join();
    await this.nodes.join();
    this.setPrice(1);
    if (this.isEmpty) await this.fund();
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
    await Promise.all(this.dear.map((each) => each.close()));
    await this.nodes.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
