import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { EthashInput, EthashVerdict } from '@openlode/stratum/dialects/ethereum/jobs';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';

/** Work as a miner has it: for EthereumStratum/1.0.0 with the name of its job. */
interface Work {
  readonly id: string;
  readonly header: string;
  readonly target: bigint;
}

interface Line {
  readonly id?: number;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
  readonly error?: { readonly message: string } | readonly [number, string] | null;
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Where Ethash would take a suite seconds: SHA-256 stands for its mix and its hash, for miner and pools alike. */
export const standInEthash: PowVerifier = {
  verify: (input) => {
    const { headerHash, nonce, mix: claimed, limit } = input as EthashInput;
    const digits = Buffer.alloc(8);
    digits.writeBigUInt64BE(nonce);
    const mix = sha256(headerHash, digits);
    // As the true one: a mix that gives a hash above the limit is not looked at.
    if (claimed !== undefined) {
      const hash = sha256(claimed, digits);
      if (Buffer.compare(hash, Buffer.from(limit).reverse()) > 0)
        return Promise.resolve<EthashVerdict>({ mix: claimed, hash });
    }
    return Promise.resolve<EthashVerdict>({ mix, hash: sha256(mix, digits) });
  },
  waiting: () => 0,
};

const HIGHEST = 2n ** 256n - 1n;

/** A miner of ethproxy, or of EthereumStratum/1.0.0. */
export class LaneEthereumMiner {
  readonly works: Work[] = [];
  /** Prefixes of the nonce that it was given, the newest last; none in ethproxy. */
  readonly prefixes: string[] = [];
  isClosed = false;
  readonly #socket: Socket;
  readonly #isProxy: boolean;
  readonly #verifier: PowVerifier;
  readonly #waiting = new Map<number, (line: Line) => void>();
  #ids = 10;
  #difficulty = 1;
  #nonce: bigint;
  #user = '';

  /** @param from where it begins to search, in ethproxy */
  constructor(
    port: number,
    {
      dialect = 'ethproxy',
      verifier = standInEthash,
      from = 0n,
    }: {
      readonly dialect?: 'ethproxy' | 'ethereum-stratum';
      readonly verifier?: PowVerifier;
      readonly from?: bigint;
    } = {},
  ) {
    this.#isProxy = dialect === 'ethproxy';
    this.#verifier = verifier;
    this.#nonce = from;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.isClosed = true;
      for (const answer of this.#waiting.values()) answer({ error: { message: 'closed' } });
    });
    let rest = '';
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) this.#hear(JSON.parse(part) as Line);
    });
  }

  ask(method: string, params: readonly unknown[], more: object = {}): Promise<Line> {
    const id = ++this.#ids;
    this.#socket.write(`${JSON.stringify({ id, jsonrpc: '2.0', method, params, ...more })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Undefined where it was let in. */
  async login(user: string, { follows = false } = {}): Promise<string | undefined> {
    this.#user = user;
    if (this.#isProxy) {
      const why = refusalOf(await this.ask('eth_submitLogin', [user, 'x'], { worker: 'rig' }));
      if (why !== undefined) return why;
      this.#take((await this.ask('eth_getWork', [])).result);
      return undefined;
    }
    const subscribed = await this.ask('mining.subscribe', ['suite', 'EthereumStratum/1.0.0']);
    const why = refusalOf(subscribed);
    if (why !== undefined) return why;
    this.prefixes.push((subscribed.result as [unknown, string])[1]);
    if (follows) await this.ask('mining.extranonce.subscribe', []);
    return refusalOf(await this.ask('mining.authorize', [user, 'x']));
  }

  /** A share of the newest work, of at least this many hashes, and less than `below`. */
  async find(
    hashes = 0n,
    below = HIGHEST,
    work = this.works.at(-1),
  ): Promise<{ readonly work: Work; readonly nonce: string; readonly mix: string }> {
    if (work === undefined) throw new Error('no work');
    const prefix = this.prefixes.at(-1);
    const base = prefix === undefined ? 0n : BigInt(`0x${prefix.padEnd(16, '0')}`);
    for (;;) {
      const nonce = base + this.#nonce;
      this.#nonce += 1n;
      const input: EthashInput = {
        headerHash: new Uint8Array(Buffer.from(work.header, 'hex')),
        nonce,
        height: 0,
        mix: undefined,
        limit: new Uint8Array(32).fill(255),
      };
      const { hash, mix } = (await this.#verifier.verify(input, 'miner')) as EthashVerdict;
      const proof = BigInt(`0x${Buffer.from(hash).toString('hex')}`);
      const found = HIGHEST / (proof + 1n);
      if (proof > work.target || found < hashes || found >= below) continue;
      return {
        work,
        nonce: nonce.toString(16).padStart(16, '0'),
        mix: Buffer.from(mix).toString('hex'),
      };
    }
  }

  /** `OK`, or why not. */
  async submit({
    work,
    nonce,
    mix,
  }: {
    readonly work: Work;
    readonly nonce: string;
    readonly mix: string;
  }): Promise<string> {
    const line = this.#isProxy
      ? await this.ask('eth_submitWork', [`0x${nonce}`, `0x${work.header}`, `0x${mix}`], { worker: 'rig' })
      : await this.ask('mining.submit', [
          this.#user,
          work.id,
          nonce.slice(this.prefixes.at(-1)?.length ?? 0),
        ]);
    return refusalOf(line) ?? (line.result === true ? 'OK' : String(line.result));
  }

  close(): void {
    this.#socket.destroy();
  }

  #hear(line: Line): void {
    if (line.method === 'mining.set_difficulty') this.#difficulty = Number(line.params?.[0]);
    else if (line.method === 'mining.set_extranonce') this.prefixes.push(String(line.params?.[0]));
    else if (line.method === 'mining.notify') {
      const [id, , header] = line.params ?? [];
      const target = (0xffffn << 208n) / BigInt(Math.max(1, Math.round(this.#difficulty * 2 ** 32)));
      this.works.push({ id: String(id), header: String(header), target: target << 32n });
    } else if (line.id === 0) this.#take(line.result);
    else if (line.id !== undefined) this.#waiting.get(line.id)?.(line);
  }

  #take(result: unknown): void {
    if (!Array.isArray(result)) return;
    const [header, , target] = result as string[];
    const work = { id: String(header), header: String(header).slice(2), target: BigInt(String(target)) };
    // Work that was pushed is asked for as well.
    if (this.works.at(-1)?.header !== work.header) this.works.push(work);
  }
}

function refusalOf({ error }: Line): string | undefined {
  if (error === undefined || error === null) return undefined;
  return 'message' in error ? error.message : error[1];
}
