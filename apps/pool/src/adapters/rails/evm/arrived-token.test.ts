import { describe, expect, it } from 'vitest';
import { arrivedToken } from './arrived-token.ts';
import type { EvmNode } from './evm-node.ts';
import { evmNetwork } from './evm-networks.ts';
import { logOfTransfer } from './token-calls.ts';

const account = `0x${'0a'.repeat(20)}`;
const payer = `0x${'0b'.repeat(20)}`;
const contract = `0x${'0c'.repeat(20)}`;
const other = `0x${'0d'.repeat(20)}`;
const older = `0x${'0e'.repeat(20)}`;
const txid = `0x${'ab'.repeat(32)}`;
const blockHash = `0x${'cd'.repeat(32)}`;

const log = (value: bigint, more: { from?: string; to?: string; address?: string } = {}) => ({
  address: more.address ?? contract,
  ...logOfTransfer({ from: more.from ?? payer, to: more.to ?? account, value }),
});

interface Chain {
  readonly height: number;
  readonly logs: readonly object[];
  readonly receipt: object | null;
}

const receipt = { transactionHash: txid, status: '0x1', blockNumber: '0x64', blockHash };
const paid: Chain = { height: 105, logs: [log(250n)], receipt };

function nodeOf({ height, logs, receipt: ran }: Chain, name: string): EvmNode {
  return {
    name,
    rpc: {
      call: async (method) => {
        const answers: Readonly<Record<string, unknown>> = {
          eth_chainId: '0x7a69',
          eth_syncing: false,
          eth_blockNumber: `0x${height.toString(16)}`,
          eth_getTransactionByHash: { hash: txid, from: payer, to: other, value: '0x0', blockHash },
          eth_getTransactionReceipt: ran && { ...ran, logs },
          eth_getBlockByNumber: { hash: blockHash, timestamp: '0x1' },
        };
        return { kind: 'result', value: answers[method] };
      },
      close: () => undefined,
    },
  };
}

const asked = (one: Partial<Chain> = {}, two: Partial<Chain> = one, named = txid) =>
  arrivedToken(
    [nodeOf({ ...paid, ...one }, 'one'), nodeOf({ ...paid, ...two }, 'two')],
    named,
    { coin: 'WBTC', contract, decimals: 8 },
    { facts: evmNetwork('ETC'), kind: 'regtest', account, olderAccounts: [older], confirmations: 6 },
  );
const not = (why: string) => ({ kind: 'not-arrived', why });

describe('what a transaction has paid of a token', () => {
  it('is all that its contract says, through whatever contract it came, by whatever spelling of its name', async () => {
    expect(await asked()).toEqual({ kind: 'arrived', amount: 250n * 10n ** 10n });
    expect(await asked({}, {}, 'AB'.repeat(32))).toEqual({ kind: 'arrived', amount: 250n * 10n ** 10n });
    const several = [log(250n), log(9n, { to: other }), log(7n), log(1000n, { address: other })];
    expect(await asked({ logs: several })).toEqual({ kind: 'arrived', amount: 257n * 10n ** 10n });
  });

  it('is in the wallet before it is deep enough, and in none while one of the nodes has it in no block', async () => {
    const shallow = not('it is 5 blocks deep, and 6 are needed');
    expect(await asked({}, { height: 104 })).toEqual({ ...shallow, isHeld: true });
    expect(await asked({ height: 104 }, { receipt: null })).toEqual(not('it is in no block yet'));
  });

  it('is nothing where it pays another, was undone, takes of the account, or says it otherwise', async () => {
    const nothing = not('it pays no WBTC to the account');
    expect(await asked({ logs: [] })).toEqual(nothing);
    expect(await asked({ logs: [log(250n, { to: other })] })).toEqual(nothing);
    expect(await asked({ logs: [log(250n, { address: other })] })).toEqual(nothing);
    expect(await asked({ logs: [log(0n)] })).toEqual(nothing);
    // Nodes give the receipt of one that was undone no logs.
    expect(await asked({ logs: [], receipt: { ...receipt, status: '0x0' } })).toEqual(
      not('it was executed and undone'),
    );
    expect(await asked({ logs: [log(250n), log(3n, { from: account, to: other })] })).toEqual(
      not('it takes of the account itself'),
    );
    expect(await asked({ logs: [log(250n, { from: older })] })).toEqual(
      not('it takes of an older account of the pool'),
    );
    const odd = { ...log(250n), data: `${log(250n).data}00` };
    expect(await asked({ logs: [odd] })).toEqual(not('its token reports a payment in a form of its own'));
    expect(await asked({}, {}, '12')).toEqual(not('it is no transaction of this network'));
  });

  it('is not known where the nodes name different amounts', async () => {
    await expect(asked({}, { logs: [log(251n)] })).rejects.toThrow('do not agree on what it pays');
  });
});
