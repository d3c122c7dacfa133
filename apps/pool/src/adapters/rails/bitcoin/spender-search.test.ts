import { expect, it } from 'vitest';
import { SpenderSearch } from './spender-search.ts';

const coin = `${'ab'.repeat(32)}:1`;
const spends = { txid: 'cc'.repeat(32), vin: [{ txid: 'ab'.repeat(32), vout: 1 }] };
const search = (tx: readonly unknown[]) =>
  new SpenderSearch({
    call: async (method) => {
      const answers: Record<string, unknown> = {
        getblockcount: 7,
        getblockhash: 'dd'.repeat(32),
        getblock: { tx },
      };
      return { kind: 'result', value: answers[method] };
    },
    close: () => undefined,
  }).find('a', [coin], 7);

it('reads past the transactions of fluxnodes in blocks of Flux, which spend nothing', async () => {
  const ofFluxnodes = [5, 6].map((version) => ({
    txid: 'ee'.repeat(32),
    version,
    type: 'Confirming a fluxnode',
  }));
  expect(await search([...ofFluxnodes, spends])).toEqual({
    txid: 'cc'.repeat(32),
    coin,
    block: 'dd'.repeat(32),
  });
  expect(await search(ofFluxnodes)).toBeUndefined();
});

it('believes no block of which a transaction lacks its inputs', async () => {
  await expect(search([{ txid: 'ee'.repeat(32), version: 4 }, spends])).rejects.toThrow('vin');
  await expect(search([{ txid: 'ee'.repeat(32), version: 5, vin: null }])).rejects.toThrow('vin');
});
