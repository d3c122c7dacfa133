import { spawn } from 'node:child_process';
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from './free-port.ts';

const MAIN = join(import.meta.dirname, '../apps/signer/dist/main.js');
const passphrase = 'a passphrase of a suite';

/** A key of an EVM network, and the token that may leave its account. */
export interface EvmSigned {
  readonly key: string;
  /** ETH where it is left out. */
  readonly network?: string;
  readonly token: string;
  /** Its list for sweeps. */
  readonly sweepTo?: readonly string[];
}

/** Real EVM networks, each with a key that is drawn, and a token that may leave on the first of them. */
export interface RealEvmSigned {
  readonly networks: readonly string[];
  readonly token: string;
}

/** The account of the key of `XMR-regtest`, as a wallet needs it that only watches. */
export interface MoneroAccount {
  readonly address: string;
  readonly viewkey: string;
}

/** The built signer as a process of its own, with one key of the test network of Litecoin. It ends with this one. */
export class SignerProcess {
  /** Of its key. */
  readonly address: string;
  /** The path of its socket. */
  readonly socket: string;
  readonly #directory: string;
  #child: ReturnType<typeof spawn> | undefined;
  #monero: MoneroAccount | undefined;
  #bitcoinKey: string | undefined;
  #keyHashAddress: string | undefined;
  /** By real EVM network: the account of its key. */
  readonly evmAccounts = new Map<string, string>();

  private constructor(directory: string, address: string) {
    this.#directory = directory;
    this.address = address;
    this.socket = join(directory, 's');
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  /**
   * @param folder a folder that is there: the signer makes one of its own in it
   * @param besides what it signs besides
   */
  static async start(
    folder: string,
    {
      evm,
      realEvm,
      hasBitcoin = false,
      hasKeyHash = false,
      hasMonero = false,
      sweepTo = [],
      moneroSweepTo = [],
      keyHashSweepTo = [],
    }: {
      readonly evm?: EvmSigned;
      readonly realEvm?: RealEvmSigned;
      readonly hasBitcoin?: boolean;
      /** A key of Dogecoin, whose coins lie at key hashes. */
      readonly hasKeyHash?: boolean;
      readonly hasMonero?: boolean;
      /** The addresses of Litecoin that are on its list for sweeps. */
      readonly sweepTo?: readonly string[];
      /** The same of Monero. */
      readonly moneroSweepTo?: readonly string[];
      /** The same of Dogecoin. */
      readonly keyHashSweepTo?: readonly string[];
    } = {},
  ): Promise<SignerProcess> {
    const directory = join(folder, 'signer');
    await mkdir(directory, { mode: 0o700 });
    await signerCommand(directory, ['setup'], [passphrase, passphrase]);
    const address = await addLitecoinKey(directory);
    const policy = join(directory, 'signer.yaml');
    if (evm !== undefined)
      await signerCommand(
        directory,
        ['add-key', `${evm.network ?? 'ETH'}-regtest`, '--import'],
        [passphrase, evm.key],
      );
    const litecoin = `  LTC-regtest: { payment: 1000, day: 10000, fee: 0.1, feeRate: 500, sweepTo: [${sweepTo.join(', ')}] }\n`;
    const bitcoin = (hasBitcoin ? bitcoinPolicy : '') + (hasKeyHash ? dogecoinPolicy(keyHashSweepTo) : '');
    const monero = hasMonero ? moneroPolicy(await freePorts(1), moneroSweepTo) : '';
    const real = realEvm === undefined ? '' : realEvmPolicy(realEvm);
    await writeFile(
      policy,
      `networks:\n${litecoin}${bitcoin}${monero}${real}${evm === undefined ? '' : evmPolicy(evm)}`,
      {
        mode: 0o600,
      },
    );
    const signer = new SignerProcess(directory, address);
    if (hasBitcoin) signer.#bitcoinKey = await addBitcoinKey(directory);
    if (hasKeyHash) signer.#keyHashAddress = await addDogecoinKey(directory);
    if (hasMonero) signer.#monero = await addMoneroKey(directory);
    for (const network of realEvm?.networks ?? [])
      signer.evmAccounts.set(network, await addEvmKey(directory, network));
    await signer.run();
    return signer;
  }

  /** The public key of its key of Bitcoin, hexadecimal digits: bcoin has a spelling of its own for the address. Throws where it has none. */
  get bitcoinKey(): string {
    if (this.#bitcoinKey === undefined) throw new Error('the signer has no key of Bitcoin');
    return this.#bitcoinKey;
  }

  /** The address of its key of Dogecoin. Throws where it has none. */
  get keyHashAddress(): string {
    if (this.#keyHashAddress === undefined) throw new Error('the signer has no key of Dogecoin');
    return this.#keyHashAddress;
  }

  /** Throws where it has no key of Monero. */
  get monero(): MoneroAccount {
    if (this.#monero === undefined) throw new Error('the signer has no key of Monero');
    return this.#monero;
  }

  /** Starts it, again on the same keys and journal; resolves once it answers. */
  async run(): Promise<void> {
    const child = spawn(process.execPath, [MAIN, 'run', '--dir', this.#directory, '--socket', this.socket], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stdin.end(`${passphrase}\n`);
    const said: string[] = [];
    const isOpen = (async () => {
      for await (const line of createInterface({ input: child.stdout })) {
        said.push(line);
        if (line.includes('the signer is open')) return;
      }
      throw new Error(`the signer ended: ${said.join('\n')}`);
    })();
    child.stderr.on('data', (text: Buffer) => said.push(text.toString()));
    await isOpen;
    child.stdout.resume();
  }

  /** Draws a further key of Litecoin, which it has from its next start on; answers its address. */
  addKey(): Promise<string> {
    return addLitecoinKey(this.#directory);
  }

  /** The same of an EVM network; answers its account. */
  addEvmKey(network: string): Promise<string> {
    return addEvmKey(this.#directory, network);
  }

  /** The same of Monero; answers its account. */
  addMoneroKey(): Promise<MoneroAccount> {
    return addMoneroKey(this.#directory);
  }

  /** One of its commands, while it does not run; answers what it printed. Throws where it does not end well. */
  command(...command: readonly string[]): Promise<string> {
    return signerCommand(this.#directory, command, [passphrase]);
  }

  /** @param copy a file that is not there yet */
  async backUp(copy: string): Promise<void> {
    await signerCommand(this.#directory, ['backup', copy], [passphrase]);
  }

  /** Puts a backup in the place of its keystore, which it loses; while it does not run. */
  async restoreKeys(copy: string): Promise<void> {
    const keystore = join(this.#directory, 'keystore.json');
    await rm(keystore);
    await copyFile(copy, keystore);
    await chmod(keystore, 0o600);
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}

async function addLitecoinKey(directory: string): Promise<string> {
  const made = await signerCommand(directory, ['add-key', 'LTC-regtest'], [passphrase]);
  const [address] = /rltc1q[0-9a-z]{38}/.exec(made) ?? [];
  if (address === undefined) throw new Error(`the signer names no address: ${made}`);
  return address;
}

const dogecoinPolicy = (sweepTo: readonly string[]): string =>
  `  DOGE-regtest: { payment: 1000, day: 10000, fee: 1, feeRate: 500000, sweepTo: [${sweepTo.join(', ')}] }\n`;

async function addDogecoinKey(directory: string): Promise<string> {
  const said = await signerCommand(directory, ['add-key', 'DOGE-regtest'], [passphrase]);
  const [, address] =
    /DOGE-regtest ([mn]\w{33}) /.exec(said) ?? /DOGE-regtest ([mn]\w{32}) /.exec(said) ?? [];
  if (address === undefined) throw new Error(`the signer names no address: ${said}`);
  return address;
}

const bitcoinPolicy = '  BTC-regtest: { payment: 1000, day: 10000, fee: 0.1, feeRate: 500 }\n';

async function addBitcoinKey(directory: string): Promise<string> {
  const said = await signerCommand(directory, ['add-key', 'BTC-regtest'], [passphrase]);
  const [, key] = /public key ([0-9a-f]{66})/.exec(said) ?? [];
  if (key === undefined) throw new Error(`the signer names no public key: ${said}`);
  return key;
}

function moneroPolicy(port: number, sweepTo: readonly string[]): string {
  const limits = 'payment: 1000, day: 10000, fee: 0.5, feeRate: 10000000';
  return `  XMR-regtest: { ${limits}, walletPort: ${port}, sweepTo: [${sweepTo.join(', ')}] }\n`;
}

async function addMoneroKey(directory: string): Promise<MoneroAccount> {
  const said = await signerCommand(directory, ['add-key', 'XMR-regtest'], [passphrase]);
  const [, address] = /XMR-regtest (4\w{94}) /.exec(said) ?? [];
  const [, viewkey] = /view key ([0-9a-f]{64})/.exec(said) ?? [];
  if (address === undefined || viewkey === undefined) throw new Error(`the signer names no account: ${said}`);
  return { address, viewkey };
}

async function addEvmKey(directory: string, network: string): Promise<string> {
  const said = await signerCommand(directory, ['add-key', network], [passphrase]);
  const [account] = /0x[0-9a-fA-F]{40}\b/.exec(said) ?? [];
  if (account === undefined) throw new Error(`the signer names no account: ${said}`);
  return account;
}

function realEvmPolicy({ networks, token }: RealEvmSigned): string {
  const limits = 'payment: 1000, day: 10000, fee: 0.01, feeRate: 100000000000';
  const ofToken = 'name: USDT, decimals: 6, payment: 1000, day: 10000';
  return networks
    .map((network, at) => {
      const tokens = at === 0 ? `, tokens: { "${token}": { ${ofToken} } }` : '';
      return `  ${network}: { ${limits}${tokens} }\n`;
    })
    .join('');
}

function evmPolicy({ token, network = 'ETH', sweepTo = [] }: EvmSigned): string {
  const limits = 'payment: 1, day: 10, fee: 0.01, feeRate: 100000000000';
  const ofToken = 'name: WBTC, decimals: 8, payment: 1000, day: 10000';
  const cold = sweepTo.map((address) => `"${address}"`).join(', ');
  return `  ${network}-regtest: { ${limits}, sweepTo: [${cold}], tokens: { "${token}": { ${ofToken} } } }\n`;
}

/** One command of the signer; answers what it printed. Throws where it does not end well. */
export async function signerCommand(
  directory: string,
  command: readonly string[],
  lines: readonly string[],
): Promise<string> {
  const child = spawn(process.execPath, [MAIN, ...command, '--dir', directory], { stdio: 'pipe' });
  child.stdin.end(`${lines.join('\n')}\n`);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`signer ${command.join(' ')} ended with ${code}: ${said}`);
  return said;
}
