import { createHash } from 'node:crypto';
import type { BytesOnNetwork, DecodedPayment, PaymentOrder } from '../../domain/kernel/rail.ts';

/** What a transaction of the sandbox says; amounts in units of 10^-18. */
export interface SandboxPayment {
  readonly network: string;
  readonly outputs: readonly {
    readonly address: string;
    readonly memo: string;
    readonly asset: string;
    readonly amount: bigint;
  }[];
  readonly fee: { readonly asset: string; readonly amount: bigint };
  /** In ms: no block after this moment takes it, which is what invalidates it. */
  readonly validUntil: number;
  /** The ids of its payouts, so that the record of the truth can be compared with the ledger. */
  readonly label: string;
  readonly nonce: string;
}

/** The transaction that these orders of one network ask for. */
export function sandboxPayment(
  orders: readonly PaymentOrder[],
  more: Pick<SandboxPayment, 'fee' | 'validUntil' | 'nonce'>,
): SandboxPayment {
  const outputs = orders.map(({ address, memo, coin: asset, amount }) => ({ address, memo, asset, amount }));
  const label = orders.map(({ payoutId }) => payoutId.toString()).join(',');
  return { network: orders[0]?.network ?? '', outputs, label, ...more };
}

/** One field a line, so that it can be read back without the program that wrote it. */
export function encodeSandboxPayment(payment: SandboxPayment): Uint8Array {
  const lines = [
    ['network', payment.network],
    ['label', payment.label],
    ['nonce', payment.nonce],
    ['until', payment.validUntil.toString()],
    ['fee', payment.fee.asset, payment.fee.amount.toString()],
    ...payment.outputs.map(({ address, memo, asset, amount }) => [
      'output',
      address,
      memo,
      asset,
      amount.toString(),
    ]),
  ];
  return new TextEncoder().encode(lines.map((fields) => fields.map(encodeURIComponent).join(' ')).join('\n'));
}

/** Ids that no real network has. */
export function sandboxTxid(bytes: Uint8Array): string {
  return `sandbox-${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}`;
}

/** Reads a transaction from its bytes alone; throws on any other bytes. */
export function decodeSandboxPayment(
  bytes: Uint8Array,
): DecodedPayment & Pick<SandboxPayment, 'validUntil' | 'label'> {
  const fields = new TextDecoder('utf-8', { fatal: true })
    .decode(bytes)
    .split('\n')
    .map((line) => line.split(' ').map(decodeURIComponent));
  const one = (name: string, length: number): readonly string[] => {
    const found = fields.filter(([first]) => first === name);
    if (found.length !== 1 || found[0]?.length !== length)
      throw new Error(`not a sandbox payment: ${name} is wrong`);
    return found[0].slice(1);
  };
  const [network = ''] = one('network', 2);
  const [label = ''] = one('label', 2);
  const [nonce = ''] = one('nonce', 2);
  const [until = ''] = one('until', 2);
  const [feeAsset = '', fee = ''] = one('fee', 3);
  const outputs = fields
    .filter(([first, ...rest]) => first === 'output' && rest.length === 4)
    .map(([, address = '', memo = '', asset = '', amount = '']) => ({
      address,
      memo,
      asset,
      amount: wholeNumber(amount),
    }));
  // Every line is accounted for: nothing may hide in a transaction that we sign.
  if (outputs.length + 5 !== fields.length)
    throw new Error('not a sandbox payment: it says more than it may');
  return {
    network,
    txid: sandboxTxid(bytes),
    outputs,
    claims: [`nonce:${nonce}`],
    fee: { asset: feeAsset, amount: wholeNumber(fee) },
    validUntil: Number(wholeNumber(until)),
    label,
  };
}

/** The same for a rail. */
export async function inspectSandboxPayment({
  bytes,
}: Pick<BytesOnNetwork, 'bytes'>): Promise<DecodedPayment | 'unreadable'> {
  try {
    return decodeSandboxPayment(bytes);
  } catch {
    return 'unreadable';
  }
}

function wholeNumber(text: string): bigint {
  if (!/^\d{1,78}$/.test(text)) throw new Error('not a sandbox payment: not a whole number');
  return BigInt(text);
}
