import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MoneroNode as TestMonero, MoneroNodes } from '../../../../../../../testing/monero-nodes.ts';
import { MoneroWallet } from '../../../../../../../testing/monero-wallet.ts';
import { SignerProcess } from '../../../../../../../testing/signer-process.ts';
import type { NetworkWallet } from '../../../../domain/kernel/wallet.ts';
import { type NodeRpc, openNodeRpc } from '../../../chains/nodes/node-rpc.ts';
import { memoryReservations } from '../../bitcoin/testing/memory-reservations.ts';
import { moneroSignerClient } from '../../signer-client.ts';
import { type MoneroNode, type MoneroPath, moneroPaths } from '../monero-node.ts';
import { moneroRail, type MoneroRailOptions } from '../monero-rail.ts';
import { moneroWallet } from '../monero-wallet.ts';
import type { MoneroSigner } from '../signer.ts';
import { atomicUnits } from '../units.ts';
import { ViewWallet } from '../view-wallet.ts';

/** Blocks under which a payment is final, in suites. */
export const confirmations = 3;

/** Two monerods, a wallet that watches the account of the built signer, and the signer. */
export class MoneroWallets {
  readonly nodes: MoneroNodes;
  readonly view: MoneroWallet;
  readonly signerProcess: SignerProcess;
  readonly railNodes: readonly MoneroNode[];
  readonly walletRpc: NodeRpc;
  readonly #folder: string;
  readonly #opened: NodeRpc[] = [];

  private constructor(nodes: MoneroNodes, view: MoneroWallet, signer: SignerProcess, folder: string) {
    this.nodes = nodes;
    this.view = view;
    this.signerProcess = signer;
    this.#folder = folder;
    this.walletRpc = this.openWallet(view);
    this.railNodes = [nodes.one, nodes.two].map((node) => this.#openNode(node));
  }

  /** With this many rewards at the account of the signer that can be spent. */
  static async start(rewards: number, moneroSweepTo: readonly string[] = []): Promise<MoneroWallets> {
    const folder = await mkdtemp(join(tmpdir(), 'openlode-monero-rail-'));
    const [nodes, signer] = await Promise.all([
      // A payment hides among sixteen outputs that are old enough.
      MoneroNodes.start(30),
      SignerProcess.start(folder, { hasMonero: true, moneroSweepTo }),
    ]);
    for (let rest = rewards; rest > 0; rest -= 10)
      await nodes.one.ask('generateblocks', {
        amount_of_blocks: Math.min(rest, 10),
        wallet_address: signer.monero.address,
      });
    await nodes.mine(60);
    return new MoneroWallets(nodes, await MoneroWallet.start(nodes.one.url, signer.monero), signer, folder);
  }

  get address(): string {
    return this.signerProcess.monero.address;
  }

  /** Another wallet, of this account or another one. */
  openWallet({ url, loginFile }: Pick<MoneroWallet, 'url' | 'loginFile'>): NodeRpc {
    const rpc = openNodeRpc({
      url: new URL('/json_rpc', url),
      scheme: 'digest',
      readLogin: () => readFileSync(loginFile, 'utf8'),
    });
    this.#opened.push(rpc);
    return rpc;
  }

  #openNode({ name, url }: Pick<TestMonero, 'name' | 'url'>): MoneroNode {
    const open = (path: string, form: 'json-rpc' | 'plain'): NodeRpc => {
      const rpc = openNodeRpc({ url: new URL(`/${path}`, url), scheme: 'digest', form });
      this.#opened.push(rpc);
      return rpc;
    };
    const paths = Object.fromEntries(moneroPaths.map((path) => [path, open(path, 'plain')]));
    return {
      name,
      network: 'regtest',
      rpc: open('json_rpc', 'json-rpc'),
      paths: paths as Record<MoneroPath, NodeRpc>,
    };
  }

  signer(ledger = 'ab'.repeat(16)): MoneroSigner {
    return moneroSignerClient({
      socket: this.signerProcess.socket,
      network: 'XMR-regtest',
      orderOf: ({ payoutId, orderId, address, amount }) => ({
        payoutId: `${ledger}:${orderId ?? payoutId}`,
        address,
        amount: atomicUnits(amount),
      }),
    });
  }

  rail(more: Partial<MoneroRailOptions> = {}): ReturnType<typeof moneroRail> {
    return moneroRail({
      kind: 'regtest',
      address: this.address,
      nodes: this.railNodes,
      wallet: new ViewWallet(this.walletRpc),
      signer: this.signer(),
      reservations: memoryReservations(),
      feeMax: 10n ** 16n,
      confirmations,
      now: Date.now,
      ...more,
    });
  }

  wallet(): NetworkWallet {
    return moneroWallet({
      address: this.address,
      nodes: this.railNodes,
      wallet: new ViewWallet(this.walletRpc),
      signer: this.signer(),
    });
  }

  async close(): Promise<void> {
    for (const rpc of this.#opened) rpc.close();
    await Promise.all([this.signerProcess.close(), this.view.close()]);
    await this.nodes.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
