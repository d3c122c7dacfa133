import { createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Signed, printLine } from '@openlode/signing/messages';
import { readRequest } from '@openlode/signing/read-request';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasLitesvm, litesvmMissing } from '../../../../testing/litesvm-library.ts';
import { memoryReservations } from '../adapters/rails/bitcoin/testing/memory-reservations.ts';
import { askSolana } from '../adapters/rails/offered-solana.ts';
import { addressOf, nonceAccount, sol, SolanaPool } from '../adapters/rails/solana/testing/solana-kit.ts';
import type { SolanaStandIn } from '../adapters/rails/solana/testing/solana-stand-in.ts';
import {
  openSolanaRail,
  type SolanaOnNodes,
  solanaOnNodes,
  solanaPaidBy,
  solanaWalletOf,
} from './open-solana.ts';

const unit = 10n ** 9n;

describe.skipIf(!hasLitesvm)(
  `SOL over HTTP and the signer's socket${hasLitesvm ? '' : `: ${litesvmMissing}`}`,
  () => {
    let folder: string;
    let pool: SolanaPool;
    let servers: Server[];
    let signer: SocketServer;
    let opened: SolanaOnNodes;

    /** A node as it is reached. */
    async function serve(node: SolanaStandIn): Promise<URL> {
      const answerTo = async (request: IncomingMessage): Promise<string> => {
        const { id, method, params } = JSON.parse(await text(request)) as {
          readonly id: number;
          readonly method: string;
          readonly params: readonly unknown[];
        };
        const outcome = await node.call(method, params);
        const said =
          outcome.kind === 'result'
            ? { result: outcome.value }
            : { error: { code: outcome.kind === 'refused' ? outcome.code : 0, message: outcome.why } };
        return JSON.stringify({ jsonrpc: '2.0', id, ...said });
      };
      const server = createServer((request, response) => {
        void answerTo(request).then((answer) => response.end(answer));
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    }

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-solana-'));
      servers = [];
      pool = await SolanaPool.start();
      const journal = { entry: 1, seal: 'ab'.repeat(32) };
      const answerTo = (line: string): string => {
        const request = readRequest(line);
        if ('ok' in request || request.type !== 'sign' || typeof request.unsigned !== 'string')
          return printLine({ ok: true, type: 'transactions', transactions: [], count: 0, journal });
        const bytes = Buffer.from(pool.signer.signed(Buffer.from(request.unsigned, 'base64'))).toString(
          'hex',
        );
        const signed: Signed = {
          ok: true,
          type: 'signed',
          bytes,
          txid: bytes.slice(2, 130),
          fee: 1n,
          claims: ['a'],
          again: false,
          journal,
        };
        return printLine(signed);
      };
      signer = createSocketServer((socket) => {
        socket.on('data', (line: Buffer) => socket.end(answerTo(line.toString().trim())));
      });
      await new Promise<void>((resolve) => signer.listen(join(folder, 's'), resolve));
      const nodes = [
        { name: 'one', url: await serve(pool.one) },
        { name: 'two', url: await serve(pool.two) },
      ];
      const { account } = pool;
      const entry = {
        account,
        nonceAccount,
        signer: join(folder, 's'),
        nodes,
        confirmations: 2,
        feeMax: 10n ** 15n,
      };
      const found = solanaOnNodes({ kind: 'regtest', solana: entry });
      if (found === undefined) throw new Error('nothing is paid');
      opened = found;
    });
    afterEach(() => {
      opened.close();
      for (const each of [...servers, signer]) each.close();
      rmSync(folder, { recursive: true });
    });

    it('is paid, counted and reported', async () => {
      const rail = openSolanaRail(opened, { reservations: memoryReservations(), ledger: 'ab'.repeat(32) });
      const order = {
        payoutId: 1n,
        orderId: 'o',
        coin: 'SOL',
        network: 'SOL',
        address: addressOf('payee'),
        memo: '',
        amount: sol * unit,
      };
      const signed = await rail.build([order], []);
      if (signed.kind !== 'signed') throw new Error(signed.kind);
      expect(await rail.send('SOL', signed.bytes)).toEqual({ kind: 'taken' });
      pool.chain.advance(40);
      expect((await rail.lookUp('SOL', signed.txid, signed.proof)).map(({ status }) => status.kind)).toEqual([
        'confirmed',
        'confirmed',
      ]);
      const left = 9n * sol - 5005n;
      expect(await solanaWalletOf(opened).amounts()).toEqual(new Map([['SOL', left * unit]]));
      expect(await solanaPaidBy(opened, signed.txid)).toMatchObject({
        why: 'it comes from the account itself',
      });
      const [one, two] = opened.nodes;
      if (one === undefined || two === undefined) throw new Error('there are two');
      const report = { held: left * unit, kept: 890_880n * unit, fault: undefined, oldestSlot: 0 };
      expect(await askSolana(opened.entry, one)).toEqual({ ...report, height: 149, isSynced: true });
      pool.two.mood.behind = 3;
      expect(await askSolana(opened.entry, two)).toMatchObject({ isSynced: false });
      const fault = async (change: Partial<typeof opened.entry>) =>
        (await askSolana({ ...opened.entry, ...change }, one)).fault;
      expect(await fault({ nonceAccount: addressOf('none') })).toBe(
        `there is no nonce account at ${addressOf('none')}`,
      );
      expect(await fault({ account: addressOf('other') })).toBe(
        `the nonce account ${nonceAccount} is advanced by ${pool.account}, and not by ${addressOf('other')}`,
      );
      pool.one.mood.lies = new Map([
        [
          'getSignaturesForAddress',
          { kind: 'refused', code: -32_011, why: 'Transaction history is not available from this node' },
        ],
      ]);
      expect(await fault({})).toBe(
        'it lists no transactions (--enable-rpc-transaction-history): Transaction history is not available from this node',
      );
    });
  },
);
