import {
  type Described,
  type KeyImagesRequest,
  type NetworkDescription,
  type Signed,
  type SignerAnswer,
  type SignerRequest,
  type SignRequest,
} from '@openlode/signing/messages';
import { createHash } from 'node:crypto';
import {
  type AccountMove,
  type NonceUse,
  type OutputMove,
  Refused,
  type ReadTransaction,
  type SigningWallet,
  WalletFailure,
  type WalletSigned,
} from './families/family.ts';
import { readTransaction, refuseUnsigned } from './families/read-transaction.ts';
import { judgeMoves, requireWhole } from './judge-moves.ts';
import { judgeTransaction, type Past, resolveOrders } from './judge-transaction.ts';
import type { Journal } from './journal/journal.ts';
import type { JournalOrder, SignedLine } from './journal/journal-line.ts';
import type { SigningKey } from './keystore/keystore.ts';
import { type OpenNetwork, openNetworks } from './open-networks.ts';
import type { Policy } from './policy/read-policy.ts';
import { lineOf, namesOf, refusalOf } from './signed-lines.ts';
import { recentOf, transactionsOf } from './signed-transactions.ts';

export interface SignerParts {
  readonly keys: readonly SigningKey[];
  readonly policy: Policy;
  readonly journal: Journal;
  /** In ms. */
  readonly now: () => number;
  /** By network: what builds and signs beside the signer. Without it such a network is not paid. */
  readonly wallets?: ReadonlyMap<string, SigningWallet>;
}

/** Answers requests, one after another: it does not return before the journal has what it signed. */
export class Signer {
  readonly #journal: Journal;
  readonly #now: () => number;
  readonly #networks: ReadonlyMap<string, OpenNetwork>;
  readonly #wallets: ReadonlyMap<string, SigningWallet>;

  constructor({ keys, policy, journal, now, wallets = new Map() }: SignerParts) {
    this.#journal = journal;
    this.#now = now;
    this.#networks = openNetworks(keys, policy);
    this.#wallets = wallets;
  }

  /** Asks the program that signs beside the signer first, where the network has one. */
  async respond(request: SignerRequest): Promise<SignerAnswer> {
    try {
      if (request.type === 'key-images') {
        const images = await this.#walletOf(request.network).keyImages(request.outputs);
        return { ok: true, type: 'key-images', images };
      }
      if (request.type !== 'sign' || !this.#wallets.has(request.network)) return this.answer(request);
      if (typeof request.unsigned !== 'string') throw new Refused('unreadable', 'It is no transaction.');
      refuseUnsigned(request.kind, this.#openNetwork(request.network).family, request.network);
      return this.answer(request, await this.#walletOf(request.network).sign(request.unsigned));
    } catch (error) {
      if (error instanceof Refused) return refusalOf(error);
      // It has signed nothing.
      if (error instanceof WalletFailure) return { ok: false, reason: 'unsupported', why: error.message };
      throw error;
    }
  }

  #walletOf(network: string): SigningWallet {
    const wallet = this.#wallets.get(network);
    if (wallet === undefined)
      throw new Refused('unknown-network', 'The signer has no wallet of this network.');
    return wallet;
  }

  answer(request: Exclude<SignerRequest, KeyImagesRequest>, walletSigned?: WalletSigned): SignerAnswer {
    try {
      switch (request.type) {
        case 'describe':
          return this.describe();
        case 'transactions':
          return transactionsOf(this.#journal, this.#journal.history.entriesOf(request.payoutId));
        case 'transaction': {
          const entry = this.#journal.history.entryOfTxid(request.network, request.txid);
          return transactionsOf(this.#journal, entry === undefined ? [] : [entry]);
        }
        case 'recent':
          return recentOf(this.#journal, request);
        case 'sign':
          return this.#sign(request, walletSigned);
      }
    } catch (error) {
      if (error instanceof Refused) return refusalOf(error);
      throw error;
    }
  }

  describe(): Described {
    const { history, head } = this.#journal;
    const now = this.#now();
    const networks = [...this.#networks].map(([network, { family, policy, secrets }]): NetworkDescription => {
      const { payment, day, fee, feeRate, sweepTo } = policy;
      const tokens = [...policy.tokens].map(([token, caps]) => ({
        token,
        ...caps,
        spentToday: history.spentOn(network, now, token),
      }));
      return {
        network,
        keys: secrets.map((secret) => family.describeKey(network, secret)),
        limits: { payment, day, fee, feeRate },
        spentToday: history.spentOn(network, now),
        ...(family.hasTokens && { tokens }),
        sweepTo,
      };
    });
    return { ok: true, type: 'described', networks, journal: head };
  }

  /**
   * Signs a transaction that uses a number of the newest key's account for nothing. It is in the journal before it is answered, and its fee
   * counts as any other.
   *
   * @param price for each unit of the fee, in the smallest unit of the network
   * @throws Refused
   */
  voidNumber(network: string, number: bigint, price: bigint): Pick<SignedLine, 'txid' | 'bytes'> {
    return this.#signForOperator(network, ({ family, secrets }) => {
      const secret = secrets.at(-1);
      return secret && family.voidNumber?.(network, secret, number, price);
    });
  }

  /** The same of a nonce account that the newest key's account may advance. Throws Refused. */
  useNonce(network: string, use: NonceUse): Pick<SignedLine, 'txid' | 'bytes'> {
    return this.#signForOperator(network, ({ family, secrets }) => {
      const secret = secrets.at(-1);
      return secret && family.useNonce?.(secret, use);
    });
  }

  /**
   * Signs a transaction that brings what an older key's account has to that of the newest key. Nothing leaves the signer's keys, so only the
   * caps of the fee apply. It is in the journal before it is answered.
   *
   * @throws Refused
   */
  moveAccount(network: string, move: AccountMove): Pick<SignedLine, 'txid' | 'bytes'> {
    return this.#signForOperator(network, ({ family, secrets, policy }) => {
      if (move.token !== undefined && !policy.tokens.has(move.token))
        throw new Refused('not-allowed', 'The token is none of the signer.');
      return family.moveAccount?.(network, secrets, move);
    });
  }

  /** For an operator alone, while the signer is stopped: transactions that stay within the signer's own keys. */
  #signForOperator(
    network: string,
    build: (open: OpenNetwork) => ReadTransaction | undefined,
  ): Pick<SignedLine, 'txid' | 'bytes'> {
    const open = this.#openNetwork(network);
    const transaction = build(open);
    if (transaction === undefined)
      throw new Refused('unsupported', `Accounts of ${network} have no numbers.`);
    return this.#signOnce(network, open, transaction);
  }

  /**
   * Takes what the wallet of an older key has signed, all of which comes to the account of the newest key, and no cap bounds it but those of the
   * fee. It is in the journal before it is answered. The same unsigned transactions again are answered with the bytes of the first time.
   *
   * @throws Refused where anything of it goes elsewhere, it is less than all that the older account has, or one of the transactions is beyond the
   * caps: then none was signed
   */
  moveOutputs(network: string, { unsigned, signed, balance }: OutputMove): readonly SignedLine[] {
    const open = this.#openNetwork(network);
    const { family, secrets } = open;
    if (family.readMove === undefined) throw new Refused('unsupported', `${network} has no wallet.`);
    const set = createHash('sha256').update(unsigned).digest('hex');
    const moves = signed.flatMap(
      (each, at) => family.readMove?.(network, secrets, { ...each, name: `${set} ${at}` }) ?? [],
    );
    requireWhole(network, moves, balance);
    const fresh = moves.filter(({ name }) => this.#journal.history.entryOf(network, name) === undefined);
    judgeMoves(network, fresh, open, this.#past(network, this.#now()));
    return moves.map((each) => this.#signOnce(network, open, each));
  }

  #signOnce(network: string, open: OpenNetwork, transaction: ReadTransaction): SignedLine {
    const at = this.#journal.history.entryOf(network, transaction.name);
    if (at !== undefined) return this.#journal.signed(at);
    const now = this.#now();
    const request = { network, kind: 'sweep' } as const;
    judgeTransaction(request, [], transaction, open, this.#past(network, now));
    return this.#append(lineOf(request, [], transaction, now));
  }

  #openNetwork(network: string): OpenNetwork {
    const open = this.#networks.get(network);
    if (open === undefined)
      throw new Refused('unknown-network', 'The signer has no key or no policy for this network.');
    if (this.#journal.failure !== undefined) throw new Refused('journal-failed', this.#journal.failure);
    return open;
  }

  #sign(request: SignRequest, walletSigned: WalletSigned | undefined): Signed {
    const { network, known } = request;
    const open = this.#openNetwork(network);
    if (known !== undefined && !this.#journal.has(known))
      throw new Refused(
        'journal-behind',
        `The caller was told of line ${known.entry} of the journal, and this journal has none or another: it was set back.`,
      );
    const now = this.#now();
    const asked = { ...request, secrets: open.secrets, walletSigned, now };
    const transaction = readTransaction(request.kind, open.family, asked);
    const orders = resolveOrders(open.family, network, request.orders);
    const same = this.#sameTransaction(request, transaction.name, orders);
    if (same !== undefined) return this.#answerOf(same, true);
    judgeTransaction(request, orders, transaction, open, this.#past(network, now));
    return this.#answerOf(this.#append(lineOf(request, orders, transaction, now)), false);
  }

  /** Reads each line once for a request: payouts of a batch share theirs. */
  #past(network: string, now: number): Past {
    const { history } = this.#journal;
    const read = new Map<number, SignedLine>();
    const readLine = (entry: number): SignedLine => {
      const line = read.get(entry) ?? this.#journal.signed(entry);
      read.set(entry, line);
      return line;
    };
    return {
      transactionsOf: (payoutId) => history.entriesOf(payoutId).map(readLine),
      usesNumber: (claim) => {
        const entry = history.entryOfNumber(network, claim);
        return entry === undefined ? undefined : readLine(entry);
      },
      spentToday: (token) => history.spentOn(network, now, token),
    };
  }

  #append(line: SignedLine): SignedLine {
    try {
      this.#journal.append(line);
    } catch {
      throw new Refused('journal-failed', this.#journal.failure ?? 'The journal could not be written.');
    }
    return line;
  }

  /**
   * The line that has this transaction for just these orders. With other orders it is judged like a new one: a caller whose
   * database was set back may ask for the same payment under another id, and the same bytes pay it once.
   */
  #sameTransaction(
    { network, kind }: SignRequest,
    name: string,
    orders: readonly JournalOrder[],
  ): SignedLine | undefined {
    const { history } = this.#journal;
    const newest = history.entryOf(network, name);
    if (newest === undefined) return undefined;
    if (this.#journal.signed(newest).kind !== kind)
      throw new Refused('other-orders', 'This transaction was signed as another kind of payment.');
    return history
      .entriesOf(orders[0]?.payoutId ?? '')
      .map((entry) => this.#journal.signed(entry))
      .find(
        (line) => line.network === network && line.name === name && namesOf(line.orders) === namesOf(orders),
      );
  }

  #answerOf({ bytes, txid, fee, claims }: SignedLine, again: boolean): Signed {
    return { ok: true, type: 'signed', bytes, txid, fee, claims, again, journal: this.#journal.head };
  }
}
