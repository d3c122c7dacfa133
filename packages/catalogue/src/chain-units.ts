/** `symbol` and `decimals` of the network itself. */
const walletCore = 'decimals in trustwallet/wallet-core registry.json';
/** Found there under the very contract address that the catalogue has. */
const tokenLists =
  'decimals in Uniswap/default-token-list or pancakeswap/token-list; of USDT, USDC, BTT and SUN on TRX, HOT:ETH and SAND:POLYGON in trustwallet/assets info.json; by contract address';
const contractItself =
  'decimals() of the token contract; named in no list that was opened by its address, so ask the contract before real money moves';

const bitcoinDust =
  'GetDustThreshold of a P2PKH output at 3000 units a kvB: 546 units (bitcoin/bitcoin src/policy/policy.cpp)';
const sameDust = (repositories: string): string =>
  `the dust rule of Bitcoin Core at 3000 units a kvB, or 3 times 1000: 546 units (${repositories} src/policy/policy.h)`;
const litecoinDust =
  'the same at 30000 units a kvB: 5460 units (litecoin-project/litecoin and DigiByte-Core/digibyte src/policy/policy.h)';
const dogecoinDust = 'DEFAULT_DUST_LIMIT, COIN / 100 (dogecoin/dogecoin src/policy/policy.h)';
const zcashDust = '3 times 100 units a 1000 bytes: 54 units (zcash/zcash src/policy/policy.h)';
const fluxDust =
  '3 times minRelayTxFee (RunOnFlux/fluxd src/primitives/transaction.h): 54 units by default, ten times as much at the fee that wallets pay';
const viacoinDust =
  '3 times minRelayTxFee of 100000: 54600 units (viacoin/viacoin src/validation.h, KomodoPlatform/coins)';
const raptoreumDust =
  'DUST_RELAY_TX_FEE of 0.3 coins a kB: 5460000 units of 10^-8 (Raptor3um/raptoreum src/policy/policy.h, policy.cpp, src/amount.h)';
const forkDust = 'at most ten times the dust of Bitcoin Core; an upper bound, this fork was not to be had';
const vergeUnits =
  'COIN = 1000000 (vergecurrency/verge src/amount.h); dust as KomodoPlatform/coins has it: 200000 units';
const nexaUnits =
  'COIN = 100, DEFAULT_DUST_THRESHOLD of 546 units (src/amount.h and src/policy/policy.h of Nexa 1.2, jakubartur/nexa)';
const qtumDust =
  'the dust rule of Bitcoin Core at 400000 units a kvB: 72800 units (qtumproject/qtum src/policy/policy.h)';
const decredDust = 'dust of a P2PKH output at 10000 atoms a kB (decred/dcrd internal/mempool/policy.go)';
const wei = '18 decimals: wei (Ethereum yellow paper, section 2.1); trustwallet/wallet-core registry.json';
const weiOfForks = '18 decimals: wei, as in the chain that it copies; not looked up in this fork';
const ownUnits = `${walletCore}; no least output`;
const cosmosUnits =
  'exponent of the display unit in cosmos/chain-registry assetlist.json, as in wallet-core; no least output';
const beamGroth = 'groth, 10^-8; by its own documentation, which was not opened';
const moneroUnits = 'CRYPTONOTE_DISPLAY_DECIMAL_POINT (monero-project/monero src/cryptonote_config.h)';
const siaUnits = 'HastingsPerSiacoin, 10^24 (SiaFoundation/core types/currency.go)';
const ironUnits = 'IRON_DECIMAL_PLACES (iron-fish/ironfish ironfish/src/utils/currency.ts)';
const xelisUnits = 'COIN_DECIMALS (xelis-project/xelis-blockchain xelis_common/src/config.rs)';
const iotaUnits = 'NANOS_PER_IOTA (iotaledger/iota crates/iota-types/src/gas_coin.rs)';
const hiveUnits = 'HIVE_PRECISION_HIVE (openhive-network/hive libraries/protocol/…/asset_symbol.hpp)';
const steemUnits = 'STEEM_ASSET_NUM_STEEM (steemit/steem libraries/protocol/…/asset_symbol.hpp)';
const neoIsWhole =
  'NEO is indivisible: Decimals of NeoToken is 0 (neo-project/neo src/Neo/SmartContract/Native/NeoToken.cs); the 8 of wallet-core are those of GAS';
const skycoinDroplets =
  'a payment may have three decimals: max_droplet_precision (skycoin/skycoin fiber.toml)';
const adaMinimum = `${walletCore}; min-UTxO value of an output without tokens is below one ADA (Cardano ledger, Babbage: utxoCostPerByte; not opened)`;
const rentExempt = `${walletCore}; rent exemption of an empty account, 890,880 lamports (Solana documentation, rent; not opened)`;
const rippleReserve = `${walletCore}; base reserve of a new account (xrpl.org, reserves; not opened)`;
const stellarReserve = `${walletCore}; two base reserves of a new account (developers.stellar.org, minimum balance; not opened)`;
const existentialDeposit = `${walletCore}; existential deposit (wiki.polkadot.com, DOT: of the asset hub; not opened)`;
const algorandMinimum = `${walletCore}; least balance of an account (developer.algorand.org; not opened)`;
const storageMass =
  'SOMPI_PER_KASPA and STORAGE_MASS_PARAMETER, SOMPI_PER_KARLSEN likewise (kaspanet/rusty-kaspa and karlsen-network/rusty-karlsen consensus/core/src/constants.rs); with KIP-9 a standard transaction makes no output below about 0.1';
const boxValue =
  'CoinsInOneErgo, 10^9, in several programs of the chain; 360 nanoErg a byte of a box, below 0.001 for a payment (docs.ergoplatform.com, min box value; not opened)';
const alephDust =
  'CoinInOneALPH, 10^18; dustUtxoAmount, 0.000001 in the version that was opened, 0.001 since (alephium/alephium protocol/…/ALPH.scala, model/package.scala)';

/** What the chain itself can carry of a coin on one of its networks. */
export interface ChainUnits {
  /** Decimal places on the chain: a payment cannot have more. */
  readonly decimals: number;
  /** The least amount that the network takes as one payment: dust limits, and what a new account must hold. Decimal text in whole coins. */
  readonly minOutput: string;
  /** Where both stand. */
  readonly source: string;
}

type Row = readonly [coinAndNetwork: string, decimals: number, minOutput: string, source: string];

/**
 * Every network of the catalogue, as `COIN:NETWORK`. Facts of the chains, not choices of a pool: `precision` and `paymentThreshold` of a
 * coin are the choices, and must fit into these. A table of its own, because only what pays needs it and a browser should not load it.
 *
 * Each source is what was opened and compared with its row, in stored copies of public repositories (November 2026), unless the row says
 * that it was not. Decimals: of the 74 coins on networks of their own 54 in wallet-core, four of them in the registry of Cosmos as well, and
 * 18 in the code of the chain; BEAM and ETHW in neither. Of the 99 tokens 90 in token lists and 6 in trustwallet/assets, by contract
 * address; WIN:TRX, JST:TRX and XLM:BSC only in programs of third parties. Least output: the dust rule in the code of every fork of Bitcoin
 * but BTG and KMD. What an account has to hold on other chains stands in their documentation, which was not at hand: compare it before
 * a rail pays there.
 */
const rows: readonly Row[] = [
  ['BTC:BTC', 8, '0.00000546', bitcoinDust],
  ['BCH:BCH', 8, '0.00000546', bitcoinDust],
  ['BTG:BTG', 8, '0.0000546', forkDust],
  ['DASH:DASH', 8, '0.00000546', sameDust('dashpay/dash')],
  ['XEC:XEC', 2, '5.46', sameDust('Bitcoin-ABC/bitcoin-abc')],
  ['LTC:LTC', 8, '0.0000546', litecoinDust],
  ['DGB:DGB', 8, '0.0000546', litecoinDust],
  ['DOGE:DOGE', 8, '0.01', dogecoinDust],
  ['RVN:RVN', 8, '0.00000546', sameDust('RavenProject/Ravencoin')],
  ['ZEC:ZEC', 8, '0.00000054', zcashDust],
  ['VIA:VIA', 8, '0.000546', viacoinDust],
  ['NEXA:NEXA', 2, '5.46', nexaUnits],
  ['RTM:RTM', 8, '0.0546', raptoreumDust],
  ['BELLS:BELLS', 8, '0.00000546', sameDust('Nintondo/bellscoinV3')],
  ['FLUX:FLUX', 8, '0.0000054', fluxDust],
  ['FIRO:FIRO', 8, '0.00000546', sameDust('firoorg/firo')],
  ['VTC:VTC', 8, '0.00000546', sameDust('vertcoin-project/vertcoin-core')],
  ['KMD:KMD', 8, '0.0000546', forkDust],
  ['XVG:XVG', 6, '0.2', vergeUnits],
  ['QTUM:QTUM', 8, '0.000728', qtumDust],
  ['DCR:DCR', 8, '0.0000603', decredDust],
  ['ETH:ETH', 18, '0', wei],
  ['ETH:ARBITRUM', 18, '0', wei],
  ['ETH:OPTIMISM', 18, '0', wei],
  ['BNB:BSC', 18, '0', wei],
  ['POL:POLYGON', 18, '0', wei],
  ['AVAX:AVAXC', 18, '0', wei],
  ['ETC:ETC', 18, '0', wei],
  ['ETHW:ETHW', 18, '0', weiOfForks],
  ['CFX:CFX', 18, '0', wei],
  ['CFX:CFXE', 18, '0', wei],
  ['VET:VET', 18, '0', wei],
  ['ONE:ONE', 18, '0', wei],
  ['FTM:FTM', 18, '0', wei],
  ['MATIC:POLYGON', 18, '0', wei],
  ['XMR:XMR', 12, '0', moneroUnits],
  ['SC:SC', 24, '0', siaUnits],
  ['TRX:TRX', 6, '0', ownUnits],
  ['ATOM:ATOM', 6, '0', cosmosUnits],
  ['XNO:XNO', 30, '0', ownUnits],
  ['HBAR:HBAR', 8, '0', ownUnits],
  ['BEAM:BEAM', 8, '0', beamGroth],
  ['IRON:IRON', 8, '0', ironUnits],
  ['XEL:XEL', 8, '0', xelisUnits],
  ['ICX:ICX', 18, '0', ownUnits],
  ['ZIL:ZIL', 12, '0', ownUnits],
  ['WAVES:WAVES', 8, '0', ownUnits],
  ['XTZ:XTZ', 6, '0', ownUnits],
  ['EOS:EOS', 4, '0', ownUnits],
  ['IOTA:IOTA', 9, '0', iotaUnits],
  ['RUNE:RUNE', 8, '0', cosmosUnits],
  ['INJ:INJ', 18, '0', cosmosUnits],
  ['TIA:TIA', 6, '0', cosmosUnits],
  ['NEAR:NEAR', 24, '0', ownUnits],
  ['APT:APT', 8, '0', ownUnits],
  ['SUI:SUI', 9, '0', ownUnits],
  ['TON:TON', 9, '0', ownUnits],
  ['FIL:FIL', 18, '0', ownUnits],
  ['HIVE:HIVE', 3, '0', hiveUnits],
  ['STEEM:STEEM', 3, '0', steemUnits],
  ['NEO:NEO3', 0, '1', neoIsWhole],
  ['NEO:NEO', 0, '1', neoIsWhole],
  ['SKY:SKY', 3, '0', skycoinDroplets],
  ['ADA:ADA', 6, '1', adaMinimum],
  ['SOL:SOL', 9, '0.00089088', rentExempt],
  ['XRP:XRP', 6, '1', rippleReserve],
  ['XLM:XLM', 7, '1', stellarReserve],
  ['DOT:DOT', 10, '0.01', existentialDeposit],
  ['KSM:KSM', 12, '0.000333333333', existentialDeposit],
  ['ALGO:ALGO', 6, '0.1', algorandMinimum],
  ['KAS:KAS', 8, '0.2', storageMass],
  ['KLS:KLS', 8, '0.2', storageMass],
  ['ERG:ERG', 9, '0.001', boxValue],
  ['ALPH:ALPH', 18, '0.001', alephDust],
  ...tokens(tokenLists, {
    5: 'BONK:SOL',
    6: 'USDT:ETH USDT:SOL USDT:POLYGON USDT:TRX USDC:ETH USDC:SOL USDC:POLYGON USDC:TRX RAY:SOL TRUMP:SOL WIF:SOL PENGU:SOL JUP:SOL TRX:BSC IOTA:BSC',
    8: 'WBTC:ETH WBTC:POLYGON GALA:ETH DOGE:BSC',
    9: 'FLOKI:BSC FLOKI:ETH BABYDOGE:BSC',
    12: 'ZIL:BSC',
    18: 'BTC:BSC ETH:BSC LTC:BSC BCH:BSC ETC:BSC ZEC:BSC ADA:BSC SOL:BSC XRP:BSC SHIB:BSC SHIB:ETH PEPE:BSC PEPE:ETH ELON:ETH ELON:BSC USDT:BSC USDC:BSC DAI:ETH DAI:BSC DAI:POLYGON TUSD:BSC TUSD:ETH LINK:ETH LINK:BSC UNI:ETH UNI:BSC AAVE:ETH AAVE:BSC LDO:ETH CRV:ETH CAKE:BSC POL:ETH ARB:ARBITRUM ARB:ETH OP:OPTIMISM AVAX:BSC ATOM:BSC DOT:BSC BTT:BSC BTT:TRX WIN:BSC SUN:TRX HOT:ETH MANA:ETH MANA:POLYGON SAND:ETH SAND:POLYGON AXS:BSC AXS:ETH ENJ:ETH APE:ETH CHZ:ETH GRT:ETH GRT:ARBITRUM BAT:ETH ZRX:ETH ZRX:POLYGON FET:ETH FET:BSC WLD:ETH WLD:OPTIMISM LSK:ETH ONE:BSC NEAR:BSC XTZ:BSC EOS:BSC INJ:ETH INJ:BSC FIL:BSC FTM:ETH MATIC:ETH OMG:ETH',
  }),
  ...tokens(contractItself, { 6: 'WIN:TRX', 18: 'XLM:BSC JST:TRX' }),
];

const byChain: ReadonlyMap<string, ChainUnits> = new Map(
  rows.map(([key, decimals, minOutput, source]) => [key, { decimals, minOutput, source }]),
);

/** By symbol and network as the catalogue writes them; undefined for a pair that it does not have. */
export function unitsOf(coin: string, network: string): ChainUnits | undefined {
  return byChain.get(`${coin}:${network}`);
}

/** Tokens by their decimals; a contract has no least output. */
function tokens(source: string, byDecimals: Readonly<Record<number, string>>): Row[] {
  return Object.entries(byDecimals).flatMap(([decimals, pairs]) =>
    pairs.split(' ').map((pair): Row => [pair, Number(decimals), '0', source]),
  );
}
