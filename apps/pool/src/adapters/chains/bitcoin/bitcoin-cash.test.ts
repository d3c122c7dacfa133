import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { frameBlock } from './build-template.ts';
import { bitcoinChains } from './chain-facts.ts';
import { freeBytes } from './coinbase.ts';
import { payoutScript } from './payout-script.ts';
import { readBlock } from './read-block.ts';
import { readTemplate } from './read-template.ts';
import { sha256d } from './sha256d.ts';

const recorded = JSON.parse(
  readFileSync(new URL('testing/bitcoin-cash-684636.json', import.meta.url), 'utf8'),
) as { readonly answer: unknown };
const found = bitcoinChains.find(({ asset }) => asset === 'BCH');
if (found === undefined) throw new Error('there is no Bitcoin Cash');
const facts = found;
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('becomes a block without witnesses, its transactions in the order of the template', () => {
  const template = readTemplate(recorded.answer, facts);
  expect(template).toMatchObject({
    height: 684_636,
    bits: 0x1803a597,
    value: 628_148_220n,
    version: 0x20000000,
  });
  expect(template.witnessCommitment).toBeUndefined();
  const [transaction] = template.transactions;
  expect(hexOf(sha256d(transaction?.bytes ?? new Uint8Array()))).toBe(
    hexOf(transaction?.txid ?? new Uint8Array()),
  );

  const script = payoutScript(facts, 'main', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a');
  const frame = frameBlock('bch-main', template, { script, tag: '/test/' });
  const coinbase = Buffer.concat([frame.coinbasePrefix, new Uint8Array(freeBytes), frame.coinbaseSuffix]);
  // Version 1, one input of nothing; the height is 684,636; one output with everything.
  expect(hexOf(coinbase)).toMatch(/^01000000010{64}ffffffff..035c720a/);
  expect(hexOf(coinbase)).toContain(
    'ffffffff01fcc77025000000001976a91476a04053bda0a88bda5177b86a15c3b29f55987388ac00000000',
  );
  const block = frame.submissionOf(new Uint8Array(80), coinbase);
  expect(block[80]).toBe(2);
  expect(hexOf(block.subarray(81))).toBe(hexOf(coinbase) + hexOf(transaction?.bytes ?? new Uint8Array()));
  expect(readBlock(block).value).toBe(628_148_220n);
});
