import { expect, it } from 'vitest';
import { readHelp } from './read-help.ts';

/** From the help of litecoind 0.21, one line of many. */
const lines = [
  '== Blockchain ==',
  'getblock "blockhash" ( verbosity )',
  'getblockheader "blockhash" ( verbose )',
  'getmempoolentry "txid"',
  'getmempoolinfo',
  'gettxout "txid" n ( include_mempool )',
  '',
  '== Rawtransactions ==',
  'getrawtransaction "txid" ( verbose "blockhash" )',
  'sendrawtransaction "hexstring" ( maxfeerate )',
  '',
  '== Util ==',
  'estimatesmartfee conf_target ( "estimate_mode" )',
  '',
  '== Wallet ==',
  'getaddressinfo "address"',
  'getbalances',
  'gettransaction "txid" ( include_watchonly verbose )',
  'getwalletinfo',
  'listsinceblock ( "blockhash" target_confirmations include_watchonly include_removed )',
  'listtransactions ( "label" count skip include_watchonly )',
  'listwallets',
  'listunspent ( minconf maxconf ["address",...] include_unsafe query_options )',
];
const said = (value: unknown) => readHelp({ kind: 'result', value });

it('takes a node that lists every call for one of Bitcoin Core', () => {
  expect(said(lines.join('\n'))).toBe('core');
});

it('knows bcoin by the only thing that it says', () => {
  expect(said('Select a command.')).toBe('bcoin');
});

it('names what a node does not know', () => {
  const older = lines.filter((line) => !line.startsWith('getaddressinfo'));
  expect(said(older.join('\n'))).toEqual({
    kind: 'lacking',
    why: 'it does not know getaddressinfo: payouts need a newer release of it',
  });
  const wallets = lines.indexOf('== Wallet ==');
  expect(said(lines.slice(0, wallets).join('\n'))).toEqual({
    kind: 'lacking',
    why: 'it does not know gettransaction, getwalletinfo, listsinceblock, listtransactions, listunspent, getaddressinfo: it runs without wallets, or was built without them',
  });
});

it('speaks to one that keeps its help to itself as to Bitcoin Core, and waits for one that is silent', () => {
  expect(readHelp({ kind: 'unauthorized', why: 'the node takes no calls from here (rpcallowip)' })).toBe(
    'core',
  );
  expect(readHelp({ kind: 'refused', code: -32_601, why: 'Method not found' })).toBe('core');
  // A login file that is not there yet, or an old cookie.
  expect(readHelp({ kind: 'unauthorized', why: 'the node refuses user or password' })).toBeUndefined();
  expect(readHelp({ kind: 'busy', why: 'Loading wallet' })).toBeUndefined();
  expect(readHelp({ kind: 'unanswered', why: 'connection refused' })).toBeUndefined();
});

const none = {
  lacksWallets: false,
  lacksSmartFee: false,
  lacksFee: false,
  needsFeeTarget: false,
  lacksMempoolEntry: false,
  lacksUnsafe: false,
  lacksAddressInfo: false,
  lacksBlockDetail: false,
  lacksRawByBlock: false,
};
const without = (...names: readonly string[]): readonly string[] =>
  lines.filter((line) => !names.some((name) => line.startsWith(name)));
const older = (more: Partial<typeof none>) => ({ kind: 'older', ...none, ...more });

it('says what an older Core lacks, each by its own line', () => {
  const named = (given: readonly string[]) => said(given.join('\n'));
  expect(named(without('getbalances'))).toEqual(older({}));
  expect(named(without('listwallets'))).toEqual(older({ lacksWallets: true }));
  expect(named([...without('estimatesmartfee'), 'estimatefee'])).toEqual(older({ lacksSmartFee: true }));
  expect(named(without('estimatesmartfee'))).toEqual(older({ lacksSmartFee: true, lacksFee: true }));
  expect(named([...without('estimatesmartfee'), 'estimatefee nblocks'])).toEqual(
    older({ lacksSmartFee: true, needsFeeTarget: true }),
  );
  expect(named([...without('getmempoolentry'), 'getrawmempool ( verbose )'])).toEqual(
    older({ lacksMempoolEntry: true, lacksRawByBlock: true }),
  );
  expect(named([...without('listunspent'), 'listunspent ( minconf maxconf  ["address",...] )'])).toEqual(
    older({ lacksUnsafe: true }),
  );
  expect(named([...without('getaddressinfo'), 'validateaddress "address"'])).toEqual(
    older({ lacksAddressInfo: true }),
  );
  expect(named([...without('getblock '), 'getblock "blockhash" ( verbose )'])).toEqual(
    older({ lacksBlockDetail: true }),
  );
  expect(named([...without('getrawtransaction'), 'getrawtransaction "txid" ( verbose )'])).toEqual(
    older({ lacksRawByBlock: true }),
  );
});
