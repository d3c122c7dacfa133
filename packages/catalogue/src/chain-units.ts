const bitcoinDust =
  'GetDustThreshold of a P2PKH output at 3000 units a kvB: 546 units (bitcoin/bitcoin src/policy/policy.cpp)';
const litecoinDust =
  'the same at 30000 units a kvB: 5460 units (litecoin-project/litecoin and DigiByte-Core/digibyte src/policy/policy.h)';
const dogecoinDust = 'DEFAULT_DUST_LIMIT, COIN / 100 (dogecoin/dogecoin src/policy/policy.h)';
const forkDust = 'at most ten times the dust of Bitcoin Core; an upper bound, not looked up in this fork';
const vergeUnits =
  'COIN = 1000000 (vergecurrency/verge src/amount.h); dust is an upper bound: the least fee of 0.1';
const qtumDust = 'the dust rule of Bitcoin Core at 400000 units a kvB (qtumproject/qtum src/policy/policy.h)';
const decredDust = 'dust of a P2PKH output at 10000 atoms a kB (decred/dcrd internal/mempool/policy.go)';
const wei = '18 decimals: wei (Ethereum yellow paper, section 2.1, and its copies)';
const ownUnits = 'the smallest unit of the network by its own documentation; no least output';
const neoIsWhole = 'NEO is indivisible: decimals() of the NeoToken contract is 0 (docs.neo.org)';
const skycoinDroplets =
  'a wallet may spend three of the six decimals: user_max_decimals (skycoin/skycoin fiber.toml)';
const adaMinimum =
  'lovelace; min-UTxO value of an output without tokens is below one ADA (Cardano ledger, Babbage: utxoCostPerByte)';
const rentExempt =
  'lamports; rent exemption of an empty account, 890,880 lamports (Solana documentation, rent)';
const rippleReserve = 'drops; base reserve of a new account (xrpl.org, reserves)';
const stellarReserve =
  'stroops; two base reserves of a new account (developers.stellar.org, minimum balance)';
const existentialDeposit = 'planck; existential deposit (wiki.polkadot.com; DOT: of the asset hub)';
const algorandMinimum = 'microAlgos; least balance of an account (developer.algorand.org)';
const storageMass =
  'sompi; KIP-9 lets a standard transaction make no output below about 0.1 (kaspanet/kips kip-0009.md; KLS: its fork)';
const boxValue =
  'nanoErg; 360 nanoErg a byte of a box, below 0.001 for a payment (docs.ergoplatform.com, min box value)';
const alephDust = 'attoALPH; dust amount of an output (docs.alephium.org, UTXO management)';
const tokenLists = 'decimals() of the token contract, as in the token lists of Uniswap, SushiSwap and Solana';
const contractItself =
  'decimals() of the token contract; in no token list that was at hand, so ask the contract before real money moves';

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
 * Opened and compared: the dust rules of Bitcoin, Litecoin, DigiByte and Dogecoin, and the token lists. Every other source says where the
 * fact stands and was not opened when its row was written: compare it before a rail pays real money on that network.
 */
const rows: readonly Row[] = [
  ['BTC:BTC', 8, '0.00000546', bitcoinDust],
  ['BCH:BCH', 8, '0.00000546', bitcoinDust],
  ['BTG:BTG', 8, '0.00000546', bitcoinDust],
  ['DASH:DASH', 8, '0.00000546', bitcoinDust],
  ['XEC:XEC', 2, '5.46', bitcoinDust],
  ['LTC:LTC', 8, '0.0000546', litecoinDust],
  ['DGB:DGB', 8, '0.0000546', litecoinDust],
  ['DOGE:DOGE', 8, '0.01', dogecoinDust],
  ['RVN:RVN', 8, '0.0000546', forkDust],
  ['ZEC:ZEC', 8, '0.0000546', forkDust],
  ['VIA:VIA', 8, '0.0000546', forkDust],
  ['NEXA:NEXA', 2, '54.6', forkDust],
  ['RTM:RTM', 8, '0.0000546', forkDust],
  ['BELLS:BELLS', 8, '0.0000546', forkDust],
  ['FLUX:FLUX', 8, '0.0000546', forkDust],
  ['FIRO:FIRO', 8, '0.0000546', forkDust],
  ['VTC:VTC', 8, '0.0000546', forkDust],
  ['KMD:KMD', 8, '0.0000546', forkDust],
  ['XVG:XVG', 6, '0.1', vergeUnits],
  ['QTUM:QTUM', 8, '0.000728', qtumDust],
  ['DCR:DCR', 8, '0.0000603', decredDust],
  ['ETH:ETH', 18, '0', wei],
  ['ETH:ARBITRUM', 18, '0', wei],
  ['ETH:OPTIMISM', 18, '0', wei],
  ['BNB:BSC', 18, '0', wei],
  ['POL:POLYGON', 18, '0', wei],
  ['AVAX:AVAXC', 18, '0', wei],
  ['ETC:ETC', 18, '0', wei],
  ['ETHW:ETHW', 18, '0', wei],
  ['CFX:CFX', 18, '0', wei],
  ['CFX:CFXE', 18, '0', wei],
  ['VET:VET', 18, '0', wei],
  ['ONE:ONE', 18, '0', wei],
  ['FTM:FTM', 18, '0', wei],
  ['MATIC:POLYGON', 18, '0', wei],
  ['XMR:XMR', 12, '0', ownUnits],
  ['SC:SC', 24, '0', ownUnits],
  ['TRX:TRX', 6, '0', ownUnits],
  ['ATOM:ATOM', 6, '0', ownUnits],
  ['XNO:XNO', 30, '0', ownUnits],
  ['HBAR:HBAR', 8, '0', ownUnits],
  ['BEAM:BEAM', 8, '0', ownUnits],
  ['IRON:IRON', 8, '0', ownUnits],
  ['XEL:XEL', 8, '0', ownUnits],
  ['ICX:ICX', 18, '0', ownUnits],
  ['ZIL:ZIL', 12, '0', ownUnits],
  ['WAVES:WAVES', 8, '0', ownUnits],
  ['XTZ:XTZ', 6, '0', ownUnits],
  ['EOS:EOS', 4, '0', ownUnits],
  ['IOTA:IOTA', 9, '0', ownUnits],
  ['RUNE:RUNE', 8, '0', ownUnits],
  ['INJ:INJ', 18, '0', ownUnits],
  ['TIA:TIA', 6, '0', ownUnits],
  ['NEAR:NEAR', 24, '0', ownUnits],
  ['APT:APT', 8, '0', ownUnits],
  ['SUI:SUI', 9, '0', ownUnits],
  ['TON:TON', 9, '0', ownUnits],
  ['FIL:FIL', 18, '0', ownUnits],
  ['HIVE:HIVE', 3, '0', ownUnits],
  ['STEEM:STEEM', 3, '0', ownUnits],
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
    6: 'USDT:ETH USDT:SOL USDT:POLYGON USDC:ETH USDC:SOL USDC:POLYGON RAY:SOL',
    8: 'WBTC:ETH WBTC:POLYGON GALA:ETH',
    9: 'FLOKI:BSC FLOKI:ETH',
    18: 'BTC:BSC ETH:BSC LTC:BSC BCH:BSC ZEC:BSC ADA:BSC XRP:BSC SHIB:ETH PEPE:ETH ELON:ETH ELON:BSC USDT:BSC USDC:BSC DAI:ETH DAI:BSC DAI:POLYGON TUSD:ETH LINK:ETH LINK:BSC UNI:ETH UNI:BSC AAVE:ETH AAVE:BSC LDO:ETH CRV:ETH CAKE:BSC POL:ETH ARB:ARBITRUM ARB:ETH OP:OPTIMISM ATOM:BSC DOT:BSC MANA:ETH MANA:POLYGON SAND:ETH SAND:POLYGON AXS:BSC AXS:ETH ENJ:ETH APE:ETH CHZ:ETH GRT:ETH GRT:ARBITRUM BAT:ETH ZRX:ETH ZRX:POLYGON FET:ETH FET:BSC WLD:OPTIMISM LSK:ETH XTZ:BSC EOS:BSC INJ:ETH INJ:BSC FIL:BSC FTM:ETH MATIC:ETH OMG:ETH',
  }),
  ...tokens(contractItself, {
    5: 'BONK:SOL',
    6: 'TRX:BSC TRUMP:SOL WIF:SOL PENGU:SOL USDT:TRX USDC:TRX JUP:SOL WIN:TRX IOTA:BSC',
    8: 'DOGE:BSC',
    9: 'BABYDOGE:BSC',
    12: 'ZIL:BSC',
    18: 'ETC:BSC SOL:BSC XLM:BSC SHIB:BSC PEPE:BSC TUSD:BSC AVAX:BSC BTT:TRX BTT:BSC WIN:BSC SUN:TRX JST:TRX HOT:ETH WLD:ETH ONE:BSC NEAR:BSC',
  }),
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
