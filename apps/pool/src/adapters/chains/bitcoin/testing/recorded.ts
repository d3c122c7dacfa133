import { readFileSync } from 'node:fs';
import { toDisplay } from '../hash-text.ts';
import { sha256d } from '../sha256d.ts';

/** A template that litecoind 0.21.2.1 gave on a test network of two nodes. */
export interface RecordedTemplate {
  readonly answer: Readonly<Record<string, unknown>>;
  /** The block that the same node made of it, as raw bytes: header, its own coinbase without witness, SHA-256 of the whole. */
  readonly header: string;
  readonly coinbase: string;
  readonly blockDigest: string;
  readonly hash: string;
}

const read = (name: string): RecordedTemplate['answer'] =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as RecordedTemplate['answer'];

/** Three payments, and no extension block yet. */
export const height131: RecordedTemplate = {
  answer: read('litecoin-regtest-131.json'),
  header:
    '00000020d651d0f3e3af763e0cf2393f7b22245fb8ee3e95e482e414840ef8528928c5b5abdebd903f346c597bd9a56cd475993bc86734c73a6016a3d9ce2768b647ab293463046bffff7f2001000000',
  coinbase:
    '02000000010000000000000000000000000000000000000000000000000000000000000000ffffffff050283000101ffffffff028602062a01000000160014ce7e7aed68d33e5fcc315615f96a5a0ac5d5db6c0000000000000000266a24aa21a9ed596efdbc8af8f331f2b8332046968d364fa34d9f5396a33c97066bcdd41d857800000000',
  blockDigest: 'bb7dbace4d7e7cbec750c9da59eb30043cd033ef3f15dfbcdddf3334a51e1b43',
  hash: 'a0589da8e1edb084321a653f78ed39c7c3fd3512f95ad8313fc36fd549d440eb',
};

/** The first block with an extension block (MWEB): a peg-in, and the transaction that carries it over comes last. */
export const height432: RecordedTemplate = {
  answer: read('litecoin-regtest-432.json'),
  header:
    '00000020e7faf234f41209d6ca3c006bb313b12810e349c0d9a2f58fe6ca155e9dd7efa75070c04dcd946fd425f13773512caa7a57ddab3e2d6c754d485cabf667b9ae8e6663046bffff7f2000000000',
  coinbase:
    '02000000010000000000000000000000000000000000000000000000000000000000000000ffffffff0502b0010101ffffffff021a92814a00000000160014ac0519dbf4e99625958ffc194bb6e7b6a85df2230000000000000000266a24aa21a9edd4f9709b3973fffaa49775d212d6a8c1b26d76aaeda90cace0813e03f1a2833800000000',
  blockDigest: '19f283be2e47aa9e877c50ab96d2bcea661afe066fd39af6de1800067f9e270f',
  hash: 'e2d804b3ecc379b4e4da1debf75c54c7dc3900adda54551ebcf1c97be07c0862',
};

/** The first template of bcoin 1.0.2 on a test network: it names a commitment to witnesses before the rule is in force. */
export const bcoin1: RecordedTemplate['answer'] = read('bcoin-regtest-1.json');

/** A template of Raptoreum's main network (its origin stands in the file): smartnode, founder, payload, one payment. */
export const raptoreum122038 = read('raptoreum-122038.json')['answer'] as RecordedTemplate['answer'];

/** The header of a made-up block with the target of the test network, for templates that stand on it; its hash. */
export const easyHeader = Buffer.concat([Buffer.alloc(72), Buffer.from('ffff7f20', 'hex'), Buffer.alloc(4)]);
export const easyTip = toDisplay(sha256d(easyHeader));
