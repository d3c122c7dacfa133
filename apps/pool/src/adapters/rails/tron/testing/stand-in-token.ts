import {
  type ContractLog,
  logOfTransfer,
  readTransferData,
  type Transfer,
  transferData,
} from '../token-transfer.ts';

/** What a contract makes of a call. */
export type Called =
  | {
      readonly kind: 'done';
      readonly answer: string;
      readonly energy: bigint;
      readonly logs: readonly ContractLog[];
    }
  | { readonly kind: 'undone'; readonly energy: bigint };

/** How a contract behaves when it is to pay. */
export type Behaviour =
  /** It pays, reports it, and answers that it has. */
  | 'usual'
  /** The same, but it answers that it has not, as USDT does. */
  | 'answers-false'
  /** It pays nothing and answers so. */
  | 'pays-nothing'
  /** It pays nothing and answers that it has. */
  | 'lies'
  /** It keeps a hundredth. */
  | 'taxed'
  | 'undone';

const yes = '1'.padStart(64, '0');
const no = '0'.repeat(64);
/** What reading takes, and what a contract has used before it undoes a payment. */
const energyOfReading = 500n;

/** A stand-in for a contract of TRC-20: whom it pays, what it reports and answers, and the energy that it takes. */
export class StandInToken {
  readonly contract: string;
  readonly balances = new Map<string, bigint>();
  decimals = 6n;
  symbol = 'USDT';
  behaviour: Behaviour = 'answers-false';
  /** Whom it refuses to pay. */
  readonly blocked = new Set<string>();
  /** In units of energy: to an account that has some of it, and to another one, as USDT takes. */
  energy = { holder: 64_285n, other: 130_285n };

  constructor(contract: string) {
    this.contract = contract;
  }

  /** What a call comes to, without doing it. @param data in hex */
  call(caller: string, selector: string, parameter: string): Called {
    const done = (answer: string): Called => ({ kind: 'done', answer, energy: energyOfReading, logs: [] });
    if (selector === 'decimals()') return done(this.decimals.toString(16).padStart(64, '0'));
    if (selector === 'symbol()') return done(this.#symbol());
    if (selector === 'balanceOf(address)') return done(this.#balance(`41${parameter.slice(24)}`));
    if (selector !== 'transfer(address,uint256)') return { kind: 'undone', energy: energyOfReading };
    const { payee = '', units = 0n } = readTransferData(transferData('', 0n).slice(0, 8) + parameter) ?? {};
    return this.#judge({ from: caller, to: payee, units });
  }

  /** Pays. */
  transfer(transfer: Transfer): Called {
    const called = this.#judge(transfer);
    if (called.kind === 'undone' || called.logs.length === 0) return called;
    const { from, to, units } = transfer;
    this.balances.set(from, (this.balances.get(from) ?? 0n) - units);
    this.balances.set(to, (this.balances.get(to) ?? 0n) + this.#arriving(units));
    return called;
  }

  #judge({ from, to, units }: Transfer): Called {
    const isUndone =
      this.behaviour === 'undone' || this.blocked.has(to) || (this.balances.get(from) ?? 0n) < units;
    if (isUndone) return { kind: 'undone', energy: energyOfReading };
    const energy = (this.balances.get(to) ?? 0n) > 0n ? this.energy.holder : this.energy.other;
    const answer = this.behaviour === 'answers-false' || this.behaviour === 'pays-nothing' ? no : yes;
    const isPaid = this.behaviour !== 'pays-nothing' && this.behaviour !== 'lies';
    const logs = isPaid ? [logOfTransfer(this.contract, { from, to, units: this.#arriving(units) })] : [];
    return { kind: 'done', answer, energy, logs };
  }

  #arriving(units: bigint): bigint {
    return this.behaviour === 'taxed' ? units - units / 100n : units;
  }

  #balance(account: string): string {
    return (this.balances.get(account) ?? 0n).toString(16).padStart(64, '0');
  }

  #symbol(): string {
    const bytes = Buffer.from(this.symbol);
    const length = bytes.length.toString(16).padStart(64, '0');
    return `${(32).toString(16).padStart(64, '0')}${length}${bytes.toString('hex').padEnd(64, '0')}`;
  }
}
