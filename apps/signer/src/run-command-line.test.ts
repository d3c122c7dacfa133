import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { base58 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAnswer } from '@openlode/signing/read-answer';
import { moved, payees, payer } from '../../../testing/monero-payments.ts';
import { account as evmAccount, evmPolicyText, usdt } from './testing/evm-request.ts';
import { noon } from './testing/test-signer.ts';
import {
  messageOf,
  nonceOf,
  solanaAccount,
  solanaKey,
  solanaPolicyText,
  theNonceAccount,
} from './testing/solana-request.ts';
import { runCommandLine } from './run-command-line.ts';

/** 32 bytes of 1 as a wallet of a test network exports them. */
const exported = 'cMceqPhHedrhbcR9eXgzmfWy7kRqLyAxMYwFT6ABDWsiwUp9Nsq9';
const address = 'rltc1q0xcqpzrky6eff2g52qdye53xkk9jxkvrpcuql2';
const passphrase = 'correct horse battery';

let folder: string;
let directory: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openlode-signer-'));
  directory = join(folder, 'keys');
  said = [];
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

async function* inputOf(lines: readonly string[]): AsyncGenerator<string> {
  yield lines.join('\n');
}

async function run(args: string, ...lines: readonly string[]) {
  said = [];
  const say = (sentence: string): void => void said.push(sentence);
  const context = { input: inputOf(lines), out: say, now: () => noon, scryptCost: 10 };
  return runCommandLine([...args.split(' '), '--dir', directory], context, say);
}

async function setUp(): Promise<void> {
  await run('setup', passphrase, passphrase);
  await run('add-key LTC-regtest --import', passphrase, exported);
  writeFileSync(
    join(directory, 'signer.yaml'),
    'networks:\n  LTC-regtest: {payment: 1, day: 2, fee: 0.1, feeRate: 10}\n',
    { mode: 0o600 },
  );
}

describe('openlode signer', () => {
  it('prints the key by which a wallet of Monero watches, and of no other network', async () => {
    await run('setup', passphrase, passphrase);
    await run('add-key XMR-regtest --import', passphrase, payer.spendKey);
    expect(said.at(-1)).toBe(`For the wallet that watches, which spends nothing: view key ${payer.viewKey}`);
    expect(await run('view-key XMR-regtest', passphrase)).toEqual({ exitCode: 0 });
    expect(said).toEqual([`${payer.address} view key ${payer.viewKey}`]);
    expect(await run('view-key LTC-regtest', passphrase)).toEqual({ exitCode: 2 });
    expect(said).toEqual(['Wallets of LTC-regtest watch by the address alone.']);
  });

  it('makes keys, shows their addresses and nothing else of them', async () => {
    expect(await run('setup', passphrase, passphrase)).toEqual({ exitCode: 0 });
    expect(readdirSync(directory).toSorted()).toEqual([
      'keystore.json',
      'signer.journal',
      'signer.journal.head',
    ]);
    expect(await run('add-key LTC-regtest --import', passphrase, exported)).toEqual({ exitCode: 0 });
    expect(said).toEqual([
      `LTC-regtest ${address} public key 031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f. Back up the keystore, then start the signer again.`,
    ]);
    expect(await run('add-key BTC', passphrase)).toEqual({ exitCode: 0 });
    expect(said[0]).toMatch(/^BTC bc1q/);
    const files = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
    expect(files.join()).not.toContain('01'.repeat(16));
  });

  it('signs what uses a number of an account for nothing, and prints it', async () => {
    await run('setup', passphrase, passphrase);
    await run('add-key ETH-regtest --import', passphrase, '46'.repeat(32));
    writeFileSync(join(directory, 'signer.yaml'), evmPolicyText, { mode: 0o600 });
    expect(await run('void ETH-regtest --number 5 --price 20', passphrase)).toEqual({ exitCode: 0 });
    expect(said[1]).toMatch(
      /^0xf866058504a817c800825208949d8a62f656a8d1615c1294fd71e9cfb3e4855a4f808082f4f6a0/,
    );
    expect(await run('void ETH-regtest --number 5 --price 101', passphrase)).toEqual({ exitCode: 2 });
    expect(said).toEqual([expect.stringMatching(/^fee-rate-cap: /)]);
    expect(await run('void ETH-regtest --number x --price 1', passphrase)).toEqual({ exitCode: 2 });
    expect(await run('void ETH-regtest', passphrase)).toEqual({ exitCode: 2 });
    expect(said).toEqual(['The command needs a number (--number) and a price in gwei (--price).']);
  });

  it('signs what uses a nonce of Solana for nothing, and prints it', async () => {
    await run('setup', passphrase, passphrase);
    const pair = [...solanaKey, ...base58.decode(solanaAccount)];
    expect(await run('add-key SOL-regtest --import', passphrase, JSON.stringify(pair))).toEqual({
      exitCode: 0,
    });
    expect(said[0]).toContain(`SOL-regtest ${solanaAccount} public key`);
    writeFileSync(join(directory, 'signer.yaml'), solanaPolicyText, { mode: 0o600 });
    const use = `void SOL-regtest --from ${theNonceAccount} --number ${nonceOf(1)}`;
    expect(await run(`${use} --price 1000000`, passphrase)).toEqual({ exitCode: 0 });
    const bytes = Buffer.from(said[1] ?? '', 'base64');
    expect(bytes.subarray(65)).toEqual(Buffer.from(messageOf({ transfer: undefined })));
    expect(said[0]).toContain(`${base58.encode(bytes.subarray(1, 65))} uses the nonce for nothing`);
    expect(await run(`${use} --price 1000000000`, passphrase)).toEqual({ exitCode: 2 });
    expect(said).toEqual([expect.stringMatching(/^fee-cap: /)]);
    expect(await run(use, passphrase)).toEqual({ exitCode: 2 });
    expect(said).toEqual([expect.stringMatching(/^The command needs a nonce account/)]);
  });

  it('signs what brings all of an older key to the newest one, and prints it', async () => {
    await run('setup', passphrase, passphrase);
    for (const key of ['46', '47']) await run('add-key ETH-regtest --import', passphrase, key.repeat(32));
    writeFileSync(join(directory, 'signer.yaml'), evmPolicyText, { mode: 0o600 });
    const move = (rest: string) => run(`move ETH-regtest ${rest} --price 20`, passphrase);
    const [from, token] = [`--from ${evmAccount}`, `--token ${usdt}`];
    expect(await move(`${from} --balance 12.5 ${token} --number 8`)).toEqual({ exitCode: 0 });
    // As viem writes them.
    expect(said[1]).toBe(
      '0xf8ac088504a817c80083035f4894d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d180b844a9059cbb000000000000000000000000b595b18c88b1f651ca387489067f855b5c8e67200000000000000000000000000000000000000000000000000000000000bebc2082f4f5a07b813e144feb097772dbbe71dcee39b34107fd35150e08566cffab4574f6eaa0a051f0da1ac51f47486ecc16f1eaeab035d58a8fdf5bfbdb3c12cd45a69f2049c2',
    );
    // The fee is taken off.
    expect(await move(`${from} --balance 5 --number 7`)).toEqual({ exitCode: 0 });
    expect(said[1]).toBe(
      '0xf86e078504a817c80082520894b595b18c88b1f651ca387489067f855b5c8e672088456213856625c0008082f4f6a094bafee7d322905af89848aa90d21ad456a45421dfcb2041f0538bf6a7082711a02d555915e2a448f195529308447ebf2afa6abafad79c0c15578df3a2a6bae512',
    );
    for (const [rest, why] of [
      [`${from} --balance 5 --number 7 --price 101`, /^fee-rate-cap: /],
      [`${from} --balance 0.00042 --number 7`, /^unsupported: It has no more than the fee/],
      [`${from} --balance 0.0000001 ${token} --number 7`, /--balance/],
      [`${from} --balance 5 --token 0x${'d2'.repeat(20)} --number 7`, /^not-allowed: The token is none/],
      ['--from 0xb595b18c88b1f651ca387489067f855b5c8e6720 --balance 5 --number 7', /^own-address: /],
      [`--from 0x${'35'.repeat(20)} --balance 5 --number 7`, /^foreign-input: /],
      ['--balance 5 --number 7', /--from/],
      [`${from} --number 7`, /--balance/],
      [`${from} --balance 5`, /--number/],
    ] as const) {
      expect(await run(`move ETH-regtest --price 20 ${rest}`, passphrase)).toEqual({ exitCode: 2 });
      expect(said).toEqual([expect.stringMatching(why)]);
    }
  });

  it.each([
    ['void XRP', /^Payments of XRP are over by themselves after their last ledger/],
    ['move XRP', /^No command moves XRP: .*a wallet of your own that has the seed/],
    ['void TRX', /^Payments of TRX are over by themselves after their end/],
    ['move TRX', /^No command moves TRX: .*a wallet of your own that has the key/],
    ['void LTC', /^Coins of LTC have no numbers: .*openlode payouts cancel/],
    ['move LTC', /^No command moves coins of LTC/],
    ['void XMR', /^Nothing of XMR is voided/],
    ['move SOL', /^No command moves SOL: .*openlode treasury sweep/],
    ['void LTX', /^LTX is no network of the signer: LTC, /],
  ])('%s says why there is nothing to sign, before it asks for anything', async (command, why) => {
    expect(await run(command)).toEqual({ exitCode: 2 });
    expect(said).toEqual([expect.stringMatching(why)]);
  });

  it('moves what an older key of Monero has by what its wallet has built, and asks for all of it', async () => {
    await run('setup', passphrase, passphrase);
    await run('add-key XMR-regtest --import', passphrase, payer.spendKey);
    expect(await run('add-key XMR-regtest --import', passphrase, moved.newer.spendKey)).toEqual({
      exitCode: 0,
    });
    expect(said[1]).toBe(
      `From its next start on the signer pays from this account alone. Move what ${payer.address} has before (openlode signer move).`,
    );
    writeFileSync(
      join(directory, 'signer.yaml'),
      'networks:\n  XMR-regtest: {payment: 1, day: 2, fee: 0.1, feeRate: 10, walletPort: 18090}\n',
      { mode: 0o600 },
    );
    const [file, none] = [join(folder, 'unsigned'), join(folder, 'none')];
    writeFileSync(file, 'ab12\n');
    writeFileSync(none, 'no hex');
    const both = `--outputs ${file} --unsigned ${file}`;
    for (const [rest, why] of [
      [`--balance 1 ${both}`, /--from/],
      [`--from ${payer.address} ${both}`, /--balance/],
      [`--from ${payer.address} --balance 1.0000000000001 ${both}`, /--balance/],
      [`--from ${payer.address} --balance 1 --outputs ${file}`, /--unsigned/],
      [`--from ${payer.address} --balance 1 --unsigned ${file}`, /--outputs/],
      [`--from ${payer.address} --balance 1 --outputs ${file} --unsigned ${none}`, /hexadecimal/],
      [`--from ${moved.newer.address} --balance 1 ${both}`, /^own-address: /],
      [`--from ${payees.primary} --balance 1 ${both}`, /^foreign-input: /],
    ] as const) {
      expect(await run(`move XMR-regtest ${rest}`, passphrase)).toEqual({ exitCode: 2 });
      expect(said).toEqual([expect.stringMatching(why)]);
    }
  });

  it('answers on its socket once it is unlocked', async () => {
    await setUp();
    const end = await run(`run --socket ${join(folder, 's')}`, passphrase);
    expect(said.at(-1)).toBe('the signer is open');
    const socket = createConnection(join(folder, 's'));
    socket.end('{"type":"describe"}\n{"type":"export"}\n');
    const [described = '', refused = ''] = (await text(socket)).split('\n');
    expect(readAnswer(described)).toMatchObject({
      networks: [{ network: 'LTC-regtest', keys: [{ address }] }],
    });
    expect(readAnswer(refused)).toMatchObject({ reason: 'malformed' });
    // Another signer on the directory would count other days and payouts.
    expect(await run(`run --socket ${join(folder, 't')}`, passphrase)).toEqual({ exitCode: 2 });
    expect(said[0]).toContain('another signer runs on this directory');
    await end.close?.();
  });

  it('changes the passphrase, and makes a copy that opens', async () => {
    await setUp();
    expect(await run('passphrase', passphrase, 'another passphrase', 'another passphrase')).toEqual({
      exitCode: 0,
    });
    expect(await run('check', passphrase)).toEqual({ exitCode: 2 });
    expect(said).toEqual(['The passphrase is another one, or the keystore was changed.']);
    expect(await run('check', 'another passphrase')).toEqual({ exitCode: 0 });
    expect(await run(`backup ${join(folder, 'copy')}`, 'another passphrase')).toEqual({ exitCode: 0 });
    expect(readFileSync(join(folder, 'copy'), 'utf8')).toBe(
      readFileSync(join(directory, 'keystore.json'), 'utf8'),
    );
    expect(await run(`backup ${join(folder, 'copy')}`, 'another passphrase')).toEqual({ exitCode: 2 });
  });

  it('begins a journal again only where there is none, and takes one that came from a copy', async () => {
    await setUp();
    expect(await run('begin-journal', passphrase)).toEqual({ exitCode: 2 });
    rmSync(join(directory, 'signer.journal.head'));
    expect(await run('check', passphrase)).toEqual({ exitCode: 2 });
    expect(await run('accept-journal', passphrase)).toEqual({ exitCode: 0 });
    expect(await run('check', passphrase)).toEqual({ exitCode: 0 });
    rmSync(join(directory, 'signer.journal'));
    expect(await run('check', passphrase)).toEqual({ exitCode: 2 });
    expect(await run('begin-journal', passphrase)).toEqual({ exitCode: 0 });
    expect(await run('check', passphrase)).toEqual({ exitCode: 0 });
  });

  it.each([
    ['setup', [passphrase, passphrase], 'is there already'],
    ['add-key LTC-regtest --import', [passphrase, exported], 'has this key already'],
    ['add-key BTC-regtest --import', [passphrase, exported], 'has this key already'],
    ['add-key LTC --import', [passphrase, exported], 'That is no exported key of LTC.'],
    ['add-key XMR-stagenet', [passphrase], 'XMR-stagenet is no network of the signer'],
    ['add-key LTC', [], 'Line 1 of the standard input is missing: Passphrase.'],
    ['passphrase', [passphrase, 'another passphrase', 'an other passphrase'], 'differ'],
    ['passphrase', [passphrase, 'short', 'short'], 'at least 12'],
    ['sign', [], 'is no command'],
    ['check --passphrase x', [], "Unknown option '--passphrase'"],
    ['check', [passphrase], 'mode 644'],
  ])('%s is not done: %#', async (args, lines, why) => {
    await setUp();
    if (why === 'mode 644') chmodSync(join(directory, 'keystore.json'), 0o644);
    expect(await run(args, ...lines)).toEqual({ exitCode: 2 });
    expect(said.join()).toContain(why);
    expect(said.join()).not.toContain(passphrase);
    expect(said.join()).not.toContain(exported);
  });
});
