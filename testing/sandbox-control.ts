import { JsonLines } from './json-lines.ts';

interface Answer {
  readonly ok: boolean;
  readonly why?: string;
  readonly [name: string]: unknown;
}

/** The pool's books, checked by the pool against itself. What is wrong is listed; work is decimal text. */
export interface SandboxLedger {
  readonly sound: boolean;
  readonly unbalanced: readonly unknown[];
  readonly drifted: readonly unknown[];
  readonly negative: readonly unknown[];
  readonly miscredited: readonly unknown[];
  /** The hashes of all blocks that became a round. */
  readonly blocks: readonly string[];
  readonly work: {
    readonly batches: string;
    readonly slices: string;
    readonly minutes: string;
    readonly tenMinutes: string;
  };
}

/** The unix socket of a sandbox (`OPENLODE_SANDBOX_CONTROL`), through which a journey moves time. */
export class SandboxControl {
  readonly #lines: JsonLines;
  readonly #waiting: ((answer: Answer) => void)[];

  private constructor(lines: JsonLines, waiting: ((answer: Answer) => void)[]) {
    this.#lines = lines;
    this.#waiting = waiting;
  }

  static async connect(path: string): Promise<SandboxControl> {
    const waiting: ((answer: Answer) => void)[] = [];
    const lines = await JsonLines.connect({ path }, (value) => waiting.shift()?.(value as Answer));
    return new SandboxControl(lines, waiting);
  }

  /** Moves business time forward. Answers the pool's new time, in milliseconds since 1970. */
  async advance(ms: number): Promise<number> {
    const answer = await this.#ask({ do: 'advance', ms });
    return Number(answer['now']);
  }

  /** Makes the next share of this algorithm a block. */
  async mineBlock(algorithm: string): Promise<void> {
    await this.#ask({ do: 'mine-block', algorithm });
  }

  /** Takes all prices away, or gives them back. */
  async withholdRates(on: boolean): Promise<void> {
    await this.#ask({ do: 'withhold-rates', on });
  }

  /** Has payments of a coin on a network cost this much, in coins, which its least payment follows from then on. */
  async makeDear(coin: string, network: string, fee: string): Promise<void> {
    await this.#ask({ do: 'dear-network', coin, network, fee });
  }

  async ledger(): Promise<SandboxLedger> {
    return (await this.#ask({ do: 'ledger' })) as unknown as SandboxLedger;
  }

  close(): Promise<void> {
    return this.#lines.close();
  }

  async #ask(request: Readonly<Record<string, unknown>>): Promise<Answer> {
    const answer = await Promise.race([
      new Promise<Answer>((resolve) => {
        this.#waiting.push(resolve);
        this.#lines.send(request);
      }),
      this.#lines.closed.then(() => ({ ok: false, why: 'the pool hung up' })),
    ]);
    if (!answer.ok) throw new Error(`the sandbox refused ${JSON.stringify(request)}: ${answer.why ?? 'no'}`);
    return answer;
  }
}
