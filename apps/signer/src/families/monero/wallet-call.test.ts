import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerChallenge } from '@openlode/signing/digest-login';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWalletCall, type WalletCall, WalletRefusal } from './wallet-call.ts';

const user = { user: 'signer', password: 'drawn here' };
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** A wallet that lets in who answers its challenge, each answer once. */
class FakeWallet {
  /** What it is asked for once the caller is in: its bodies. */
  readonly asked: { readonly method: string; readonly params: unknown }[] = [];
  /** The numbers of the answers to its challenge. */
  readonly counts: string[] = [];
  nonce = 'n1';
  password = user.password;
  answer: () => string | Promise<string> = () => '{"result":{}}';
  /** Calls that it works on at one moment, at most. */
  most = 0;
  #now = 0;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (!this.#isIn(request.headers.authorization)) {
          const challenge = `Digest qop="auth",algorithm=MD5,realm="wallet",nonce="${this.nonce}"`;
          response.writeHead(401, { 'www-authenticate': challenge }).end();
          return;
        }
        this.asked.push(JSON.parse(Buffer.concat(parts).toString()));
        this.#now += 1;
        this.most = Math.max(this.most, this.#now);
        void (async () => {
          const text = await this.answer();
          this.#now -= 1;
          response.end(text);
        })();
      });
    });
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #isIn(authorization = ''): boolean {
    const [, nc = ''] = /nc=([0-9a-f]{8})/.exec(authorization) ?? [];
    const [, clientNonce = ''] = /cnonce="([0-9a-f]*)"/.exec(authorization) ?? [];
    const challenge = { realm: 'wallet', nonce: this.nonce, opaque: undefined, isStale: false };
    const given = { method: 'POST', uri: '/json_rpc', count: Number.parseInt(nc, 16), clientNonce };
    const own = { ...user, password: this.password };
    if (nc === '' || answerChallenge(challenge, own, given, md5) !== authorization) return false;
    this.counts.push(nc);
    return true;
  }
}

let wallet: FakeWallet;
let call: WalletCall;
beforeEach(async () => {
  wallet = new FakeWallet();
  call = openWalletCall(await wallet.open(), user);
});
afterEach(() => wallet.close());

it('logs in by the challenge of the wallet, and counts its answers to it', async () => {
  wallet.answer = () => '{"result":{"address":"4a"}}';
  expect(await call('get_address', { account_index: 0 })).toEqual({ address: '4a' });
  expect(await call('get_address', { account_index: 1 })).toEqual({ address: '4a' });
  expect(wallet.counts).toEqual(['00000001', '00000002']);
  expect(wallet.asked.map(({ params }) => params)).toEqual([{ account_index: 0 }, { account_index: 1 }]);
});

it('answers a new challenge, as of a wallet that was started again, and gives up where none lets it in', async () => {
  await call('refresh', {});
  wallet.nonce = 'n2';
  await call('refresh', {});
  expect(wallet.counts).toEqual(['00000001', '00000001']);
  wallet.password = 'of another program';
  await expect(call('refresh', {})).rejects.toThrow('the wallet takes no login');
  wallet.password = user.password;
  expect(await call('refresh', {})).toEqual({});
});

it('asks one thing after another, also after one that failed', async () => {
  wallet.answer = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return wallet.asked.length === 2 ? 'no JSON' : '{"result":{}}';
  };
  const calls = await Promise.allSettled(['a', 'b', 'c'].map((method) => call(method, {})));
  expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(wallet.asked.map(({ method }) => method)).toEqual(['a', 'b', 'c']);
  expect(wallet.most).toBe(1);
});

it('tells a refusal by its number, and keeps to itself what the wallet says beside, which may quote a key', async () => {
  wallet.answer = () => '{"error":{"code":-13,"message":"the spend key is 0bbf46"}}';
  const refusal = await call('sign_transfer', {}).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(WalletRefusal);
  expect([(refusal as WalletRefusal).code, (refusal as WalletRefusal).message]).toEqual([
    -13,
    'the wallet refuses it (-13)',
  ]);
});

it('takes no answer without a result, and none without end', async () => {
  wallet.answer = () => '{"result":null}';
  await expect(call('refresh', {})).rejects.toThrow('the wallet answers without a result');
  wallet.answer = () => 'a'.repeat(17 * 1024 * 1024);
  await expect(call('refresh', {})).rejects.toThrow('the wallet answers without end');
  wallet.answer = () => '{"result":{}}';
  expect(await call('refresh', {})).toEqual({});
});

it('rejects where no wallet listens', async () => {
  wallet.close();
  await expect(call('refresh', {})).rejects.toThrow('ECONNREFUSED');
});
