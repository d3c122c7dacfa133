import { aave } from './coins/aave.ts';
import { ada } from './coins/ada.ts';
import { algo } from './coins/algo.ts';
import { alph } from './coins/alph.ts';
import { ape } from './coins/ape.ts';
import { apt } from './coins/apt.ts';
import { arb } from './coins/arb.ts';
import { atom } from './coins/atom.ts';
import { avax } from './coins/avax.ts';
import { axs } from './coins/axs.ts';
import { babydoge } from './coins/babydoge.ts';
import { bat } from './coins/bat.ts';
import { bch } from './coins/bch.ts';
import { beam } from './coins/beam.ts';
import { bells } from './coins/bells.ts';
import { bnb } from './coins/bnb.ts';
import { bonk } from './coins/bonk.ts';
import { btc } from './coins/btc.ts';
import { btg } from './coins/btg.ts';
import { btt } from './coins/btt.ts';
import { cake } from './coins/cake.ts';
import { cfx } from './coins/cfx.ts';
import { chz } from './coins/chz.ts';
import { crv } from './coins/crv.ts';
import { dai } from './coins/dai.ts';
import { dash } from './coins/dash.ts';
import { dcr } from './coins/dcr.ts';
import { dgb } from './coins/dgb.ts';
import { doge } from './coins/doge.ts';
import { dot } from './coins/dot.ts';
import { elon } from './coins/elon.ts';
import { enj } from './coins/enj.ts';
import { eos } from './coins/eos.ts';
import { erg } from './coins/erg.ts';
import { etc } from './coins/etc.ts';
import { eth } from './coins/eth.ts';
import { ethw } from './coins/ethw.ts';
import { fet } from './coins/fet.ts';
import { fil } from './coins/fil.ts';
import { firo } from './coins/firo.ts';
import { floki } from './coins/floki.ts';
import { flux } from './coins/flux.ts';
import { ftm } from './coins/ftm.ts';
import { gala } from './coins/gala.ts';
import { grt } from './coins/grt.ts';
import { hbar } from './coins/hbar.ts';
import { hive } from './coins/hive.ts';
import { hot } from './coins/hot.ts';
import { icx } from './coins/icx.ts';
import { inj } from './coins/inj.ts';
import { iota } from './coins/iota.ts';
import { iron } from './coins/iron.ts';
import { jst } from './coins/jst.ts';
import { jup } from './coins/jup.ts';
import { kas } from './coins/kas.ts';
import { kls } from './coins/kls.ts';
import { kmd } from './coins/kmd.ts';
import { ksm } from './coins/ksm.ts';
import { ldo } from './coins/ldo.ts';
import { link } from './coins/link.ts';
import { lsk } from './coins/lsk.ts';
import { ltc } from './coins/ltc.ts';
import { mana } from './coins/mana.ts';
import { matic } from './coins/matic.ts';
import { near } from './coins/near.ts';
import { neo } from './coins/neo.ts';
import { nexa } from './coins/nexa.ts';
import { omg } from './coins/omg.ts';
import { one } from './coins/one.ts';
import { op } from './coins/op.ts';
import { pengu } from './coins/pengu.ts';
import { pepe } from './coins/pepe.ts';
import { pol } from './coins/pol.ts';
import { qtum } from './coins/qtum.ts';
import { ray } from './coins/ray.ts';
import { rtm } from './coins/rtm.ts';
import { rune } from './coins/rune.ts';
import { rvn } from './coins/rvn.ts';
import { sand } from './coins/sand.ts';
import { sc } from './coins/sc.ts';
import { shib } from './coins/shib.ts';
import { sky } from './coins/sky.ts';
import { sol } from './coins/sol.ts';
import { steem } from './coins/steem.ts';
import { sui } from './coins/sui.ts';
import { sun } from './coins/sun.ts';
import { tia } from './coins/tia.ts';
import { ton } from './coins/ton.ts';
import { trump } from './coins/trump.ts';
import { trx } from './coins/trx.ts';
import { tusd } from './coins/tusd.ts';
import { uni } from './coins/uni.ts';
import { usdc } from './coins/usdc.ts';
import { usdt } from './coins/usdt.ts';
import { vet } from './coins/vet.ts';
import { via } from './coins/via.ts';
import { vtc } from './coins/vtc.ts';
import { waves } from './coins/waves.ts';
import { wbtc } from './coins/wbtc.ts';
import { wif } from './coins/wif.ts';
import { win } from './coins/win.ts';
import { wld } from './coins/wld.ts';
import { xec } from './coins/xec.ts';
import { xel } from './coins/xel.ts';
import { xlm } from './coins/xlm.ts';
import { xmr } from './coins/xmr.ts';
import { xno } from './coins/xno.ts';
import { xrp } from './coins/xrp.ts';
import { xtz } from './coins/xtz.ts';
import { xvg } from './coins/xvg.ts';
import { zec } from './coins/zec.ts';
import { zil } from './coins/zil.ts';
import { zrx } from './coins/zrx.ts';
import type { Coin } from './define-coin.ts';

/** Every coin and token that the pool pays, in the order in which lists show them. */
export const coins: readonly Coin[] = [
  btc,
  eth,
  ltc,
  doge,
  bch,
  btg,
  dash,
  etc,
  rvn,
  xmr,
  zec,
  sc,
  sky,
  via,
  dgb,
  ada,
  sol,
  xrp,
  xlm,
  trx,
  bnb,
  shib,
  pepe,
  bonk,
  floki,
  babydoge,
  elon,
  trump,
  wif,
  pengu,
  usdt,
  usdc,
  dai,
  tusd,
  wbtc,
  link,
  uni,
  aave,
  ldo,
  crv,
  cake,
  jup,
  ray,
  pol,
  arb,
  op,
  avax,
  atom,
  dot,
  ksm,
  algo,
  xno,
  hbar,
  vet,
  btt,
  win,
  sun,
  jst,
  hot,
  mana,
  sand,
  axs,
  gala,
  enj,
  ape,
  chz,
  grt,
  bat,
  zrx,
  fet,
  wld,
  lsk,
  kas,
  erg,
  cfx,
  beam,
  nexa,
  alph,
  iron,
  xel,
  kls,
  rtm,
  ethw,
  bells,
  flux,
  firo,
  vtc,
  kmd,
  xvg,
  xec,
  dcr,
  qtum,
  icx,
  one,
  zil,
  waves,
  xtz,
  eos,
  neo,
  iota,
  rune,
  inj,
  tia,
  near,
  apt,
  sui,
  ton,
  fil,
  hive,
  steem,
  ftm,
  matic,
  omg,
];

const asciiWord = /^[0-9A-Za-z]+$/;

const byTicker: ReadonlyMap<string, Coin> = new Map(
  coins.flatMap((coin) => [coin.symbol, ...coin.aliases].map((ticker) => [ticker, coin] as const)),
);

/**
 * Finds a coin by its symbol or one of its aliases, in any case; in constant time. Use the `symbol` of the answer
 * from there on: it is the one name under which anything is stored.
 */
export function findCoin(symbol: string): Coin | undefined {
  // Only ASCII may be folded: `toUpperCase` turns letters such as the long s into an S, and a look-alike is not a coin.
  return asciiWord.test(symbol) ? byTicker.get(symbol.toUpperCase()) : undefined;
}
