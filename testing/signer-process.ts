import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../apps/signer/dist/main.js');
const passphrase = 'a passphrase of a suite';

/** The built signer as a process of its own, with one key of the test network of Litecoin. It ends with this one. */
export class SignerProcess {
  /** Of its key. */
  readonly address: string;
  /** The path of its socket. */
  readonly socket: string;
  readonly #directory: string;
  #child: ReturnType<typeof spawn> | undefined;

  private constructor(directory: string, address: string) {
    this.#directory = directory;
    this.address = address;
    this.socket = join(directory, 's');
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  /** @param folder a folder that is there: the signer makes one of its own in it */
  static async start(folder: string): Promise<SignerProcess> {
    const directory = join(folder, 'signer');
    await mkdir(directory, { mode: 0o700 });
    await run(directory, ['setup'], [passphrase, passphrase]);
    const made = await run(directory, ['add-key', 'LTC-regtest'], [passphrase]);
    const [address] = /rltc1q[0-9a-z]{38}/.exec(made) ?? [];
    if (address === undefined) throw new Error(`the signer names no address: ${made}`);
    const policy = join(directory, 'signer.yaml');
    await writeFile(
      policy,
      'networks:\n  LTC-regtest:\n    payment: 1000\n    day: 10000\n    fee: 0.1\n    feeRate: 500\n',
      { mode: 0o600 },
    );
    const signer = new SignerProcess(directory, address);
    await signer.run();
    return signer;
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

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}

/** One command of the signer; answers what it printed. Throws where it does not end well. */
async function run(directory: string, command: readonly string[], lines: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [MAIN, ...command, '--dir', directory], { stdio: 'pipe' });
  child.stdin.end(`${lines.join('\n')}\n`);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`signer ${command.join(' ')} ended with ${code}: ${said}`);
  return said;
}
