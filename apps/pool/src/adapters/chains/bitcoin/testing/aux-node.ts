import type { NodeRpc } from '../../nodes/node-rpc.ts';
import type { RpcOutcome } from '../../nodes/rpc-answer.ts';
import type { AuxFacts } from '../aux/aux-facts.ts';
import { fromDisplay, toDisplay } from '../hash-text.ts';
import { payoutScript } from '../payout-script.ts';
import { sha256d } from '../sha256d.ts';
import { readAuxProof, refuseAuxProof } from './check-aux-proof.ts';

const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });
const refused = (code: number, why: string): RpcOutcome => ({ kind: 'refused', code, why });

/** Half of all hashes meet it. */
const easyBits = 0x207fffff;

/** The header of a block of the network, which its content makes another one. */
function headerOf(content: string, bits: number): Buffer {
  const header = Buffer.alloc(80);
  sha256d(Buffer.from(content)).forEach((byte, at) => (header[36 + at] = byte));
  header.writeUInt32LE(bits, 72);
  return header;
}

/** Blocks of a network: what one node of it takes, all have. There is one above the first, whose header is not at hand. */
export class AuxNetwork {
  readonly hashes: string[];
  readonly #headers = new Map<string, Buffer>();

  constructor({ networks }: AuxFacts) {
    this.hashes = [networks.regtest.genesis];
    this.extend();
  }

  /** Blocks of others. */
  extend(count = 1, bits = easyBits): void {
    for (let each = 0; each < count; each += 1) this.add(headerOf(`another ${this.hashes.length}`, bits));
  }

  add(header: Buffer): void {
    const hash = toDisplay(sha256d(header));
    this.#headers.set(hash, header);
    this.hashes.push(hash);
  }

  /** With something of a proof behind it. */
  header(hash: string): string {
    return `${this.#headers.get(hash)?.toString('hex') ?? ''}0123`;
  }

  get tip(): string {
    return this.hashes.at(-1) ?? '';
  }
}

/** No two nodes build the same block. */
let nodes = 0;

/**
 * A stand-in for a node of a chain that is mined together with another: none installs here. It builds blocks and keeps them until its newest
 * one changes, and takes one by its proof as such a node does (`refuseAuxProof`, which passes a real block of Dogecoin).
 */
export class StandInAuxNode implements NodeRpc {
  readonly #facts: AuxFacts;
  readonly #network: AuxNetwork;
  readonly #proofOfWork: (header: Uint8Array) => Uint8Array;
  #built = new Map<string, { readonly height: number; readonly header: Buffer }>();
  #count = 0;
  readonly #number = (nodes += 1);
  /** Undefined while it answers. */
  silence: RpcOutcome | undefined;
  /** Why it took a proof for none. */
  readonly refusals: string[] = [];
  chainId: number;
  /** What it says of its next block. */
  bits = easyBits;

  constructor(facts: AuxFacts, network: AuxNetwork, proofOfWork: (header: Uint8Array) => Uint8Array) {
    this.#facts = facts;
    this.#network = network;
    this.#proofOfWork = proofOfWork;
    this.chainId = facts.chainId;
  }

  async call(method: string, params: readonly unknown[] = []): Promise<RpcOutcome> {
    if (this.silence !== undefined) return this.silence;
    const { hashes, tip } = this.#network;
    switch (method) {
      case 'getblockhash':
        return hashes[Number(params[0])] === undefined
          ? refused(-8, 'Block height out of range')
          : result(hashes[Number(params[0])]);
      case 'getblockchaininfo': {
        const blocks = hashes.length - 1;
        return result({ chain: 'regtest', blocks, headers: blocks, bestblockhash: tip });
      }
      case 'getnetworkinfo':
        return result({ connections: 1 });
      case 'validateaddress': {
        const script = payoutScript(this.#facts, 'regtest', String(params[0]));
        return result({ isvalid: true, scriptPubKey: Buffer.from(script).toString('hex') });
      }
      case 'getbestblockhash':
        return result(tip);
      case 'getblockheader': {
        const height = hashes.indexOf(String(params[0]));
        if (height < 0) return refused(-5, 'Block not found');
        if (params[1] === false) return result(this.#network.header(String(params[0])));
        return result({ height, confirmations: hashes.length - height });
      }
      case 'createauxblock':
        return result(this.#build());
      case 'submitauxblock':
        return this.#take(String(params[0]), String(params[1]));
      default:
        return refused(-32601, 'Method not found');
    }
  }

  /** Whether the block is this node's own. */
  hasBuilt(hash: string | undefined): boolean {
    return this.#built.has(hash ?? '');
  }

  close(): void {
    // Nothing is open.
  }

  #build(): Readonly<Record<string, unknown>> {
    this.#count += 1;
    const { tip, hashes } = this.#network;
    const height = hashes.length;
    const header = headerOf(`${this.#number} ${tip} ${this.#count}`, this.bits);
    const hash = toDisplay(sha256d(header));
    this.#built.set(hash, { height, header });
    return {
      hash,
      chainid: this.chainId,
      previousblockhash: tip,
      coinbasevalue: 10_000_00000042,
      bits: this.bits.toString(16),
      height,
      target: '',
    };
  }

  #take(hash: string, digits: string): RpcOutcome {
    const { hashes } = this.#network;
    const built = this.#built.get(hash);
    if (built?.height !== hashes.length) return refused(-8, 'block hash unknown');
    const why = refuseAuxProof(
      { hash: fromDisplay(hash), chainId: this.#facts.chainId, bits: this.bits },
      readAuxProof(Buffer.from(digits, 'hex')),
      this.#proofOfWork,
    );
    if (why !== undefined) this.refusals.push(why);
    else this.#network.add(built.header);
    return result(why === undefined);
  }
}
