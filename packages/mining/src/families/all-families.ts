import type { AddressValidators } from '../address-validator.ts';
import { alephium } from './alephium.ts';
import { algorand } from './algorand.ts';
import { base58Variants } from './base58-variants.ts';
import { bitcoinCashLike } from './bitcoin-cash-like.ts';
import { bitcoinLike } from './bitcoin-like.ts';
import { cardano } from './cardano.ts';
import { conflux } from './conflux.ts';
import { cosmosLike } from './cosmos-like.ts';
import { decred } from './decred.ts';
import { ergo } from './ergo.ts';
import { ethereum } from './ethereum.ts';
import { filecoin } from './filecoin.ts';
import { harmony } from './harmony.ts';
import { hedera } from './hedera.ts';
import { hexAccounts } from './hex-account.ts';
import { kaspaLike } from './kaspa-like.ts';
import { monero } from './monero.ts';
import { nano } from './nano.ts';
import { nexa } from './nexa.ts';
import { polkadotLike } from './polkadot-like.ts';
import { shapeOnly } from './shape-only.ts';
import { sia } from './sia.ts';
import { skycoin } from './skycoin.ts';
import { solana } from './solana.ts';
import { stellar } from './stellar.ts';
import { ton } from './ton.ts';
import { waves } from './waves.ts';
import { xelis } from './xelis.ts';
import { zilliqa } from './zilliqa.ts';

/** Every family at once, for the server; a browser takes `loadFamilies`. */
export const allFamilies: AddressValidators = {
  ...alephium,
  ...algorand,
  ...base58Variants,
  ...bitcoinCashLike,
  ...bitcoinLike,
  ...cardano,
  ...conflux,
  ...cosmosLike,
  ...decred,
  ...ergo,
  ...ethereum,
  ...filecoin,
  ...harmony,
  ...hedera,
  ...hexAccounts,
  ...kaspaLike,
  ...monero,
  ...nano,
  ...nexa,
  ...polkadotLike,
  ...shapeOnly,
  ...sia,
  ...skycoin,
  ...solana,
  ...stellar,
  ...ton,
  ...waves,
  ...xelis,
  ...zilliqa,
};
