import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { askAnswering } from '../ask-nodes.ts';
import { accountAt, askTip, type XrpNode } from './xrp-node.ts';

/** A page may be asked for as often as someone likes; one that was opened mostly stays so. */
const rememberedMs = 60_000;
const rememberedMax = 10_000;

/** Whether the ledger has opened accounts, by the word of any server. */
export class OpenedAccounts {
  readonly #nodes: readonly XrpNode[];
  readonly #kind: NodePoolKind;
  readonly #known = new Map<string, { readonly at: number; readonly isOpen: boolean }>();

  constructor(nodes: readonly XrpNode[], kind: NodePoolKind) {
    this.#nodes = nodes;
    this.#kind = kind;
  }

  /**
   * @param now in ms
   * @throws Error where no server answers
   */
  async isOpen(address: string, now: number): Promise<boolean> {
    const known = this.#known.get(address);
    if (known !== undefined && (known.isOpen || now - known.at < rememberedMs)) return known.isOpen;
    const answers = await askAnswering(this.#nodes, async ({ rpc }) => {
      await askTip(rpc, this.#kind);
      return (await accountAt(rpc, address, 'validated')) !== undefined;
    });
    const isOpen = answers.includes(true);
    if (this.#known.size >= rememberedMax) this.#known.clear();
    this.#known.set(address, { at: now, isOpen });
    return isOpen;
  }
}
