import { describe, expect, it } from 'vitest';
import { judgeEvmNode, judgeEvmSigner } from './check-evm.ts';

const account = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f';
const contract = `0x${'d1'.repeat(20)}`;
const token = { coin: 'USDT', contract, decimals: 6 };

it.each([
  [{}, 'well', 'the account holds 1.5 ETH, 20 USDT at block 130'],
  [{ isSynced: false }, 'ill', 'it is behind, at block 130'],
  [
    { fault: `there is no token at ${contract}, which USDT names` },
    'ill',
    `there is no token at ${contract}, which USDT names`,
  ],
] as const)('says of a node that answers %o: %s', (more, state, found) => {
  const held = new Map([
    ['ETH', 15n * 10n ** 17n],
    ['USDT', 20n * 10n ** 18n],
  ]);
  const report = { height: 130, isSynced: true, held, fault: undefined, ...more };
  expect(judgeEvmNode('node ETH one', report)).toMatchObject({ state, found });
});

describe('the signer', () => {
  const described = {
    network: 'ETH-regtest',
    keys: [{ address: '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F', publicKey: '02', script: '00' }],
    limits: { payment: 1n, day: 1n, fee: 1n, feeRate: 1n },
    spentToday: 0n,
    tokens: [{ token: contract, name: 'USDT', decimals: 6, payment: 1n, day: 1n, spentToday: 0n }],
    sweepTo: [],
  };
  const judge = (entry: Parameters<typeof judgeEvmSigner>[2], said: Parameters<typeof judgeEvmSigner>[3]) =>
    judgeEvmSigner('signer ETH', 'ETH-regtest', entry, said);

  it.each([
    [[token], described, 'well', 'has the key of the account and limits for USDT'],
    [[], described, 'well', 'has the key of the account'],
    [[], undefined, 'ill', 'it has no key or no policy for ETH-regtest'],
    [[], { ...described, keys: [] }, 'ill', `it has no key of ${account}`],
    [[token], { ...described, tokens: [] }, 'ill', `USDT (${contract}) is none of its tokens`],
    [[{ ...token, decimals: 18 }], described, 'ill', 'USDT has 6 decimals there and 18 here'],
  ] as const)('with tokens %j', (tokens, said, state, found) => {
    expect(judge({ account, tokens, colds: [] }, said)).toMatchObject({ state, found });
  });

  it('may have accounts of replaced keys that the file does not name', () => {
    const [older, newer] = [
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ];
    const keys = [older, ...described.keys.map(({ address }) => address), newer].map((address) => ({
      address,
      publicKey: '02',
      script: '00',
    }));
    // A key that was added last is the next one, and its account has paid nothing.
    expect(judge({ account, tokens: [], colds: [] }, { ...described, keys })).toMatchObject({
      state: 'warning',
      found: `it has older keys, and the file does not name their accounts: ${older}`,
    });
    const olderAccounts = [older.toLowerCase()];
    const said = judge({ account, olderAccounts, tokens: [], colds: [] }, { ...described, keys });
    expect(said).toMatchObject({ state: 'well' });
    const stranger = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';
    const wrong = { account, olderAccounts: [...olderAccounts, stranger], tokens: [], colds: [] };
    expect(judge(wrong, { ...described, keys })).toMatchObject({
      state: 'warning',
      found: `it has no key of what the file names under olderAccounts: ${stranger}`,
    });
  });

  it('has each cold address of the file on its list, in any spelling', () => {
    const cold = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
    expect(judge({ account, tokens: [], colds: [cold] }, described)).toMatchObject({
      state: 'ill',
      found: `its list for sweeps does not have ${cold}, which is cold in the floats of the file`,
    });
    const listed = { ...described, sweepTo: [cold.toLowerCase()] };
    expect(judge({ account, tokens: [], colds: [cold] }, listed)).toMatchObject({ state: 'well' });
    expect(judge({ account, tokens: [], colds: [cold, other] }, listed)).toMatchObject({
      state: 'ill',
      found: `its list for sweeps does not have ${other}, which is cold in the floats of the file`,
    });
  });
});
