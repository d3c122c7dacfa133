import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import { zcashFacts } from '../../chains/zcash/chain-facts.ts';
import { nexa } from './nexa-facts.ts';

/**
 * Chains that are paid through nodes on which this release mines nothing: of them it mines ZEC alone, on others. Of each: first blocks, prefixes and the
 * time between blocks from its `chainparams.cpp`, maturity from `consensus.h` where nothing else is named. No node of any of them was ever asked: what
 * their nodes answer is that of the release of Bitcoin Core which each was made of, chosen by their help (decision 176); Nexa's have calls of their own
 * (228).
 */

/** dashpay/dash: no witnesses, and special transactions (DIP 2). */
const dash: RailFacts = {
  asset: 'DASH',
  maturity: 100,
  blockSeconds: 150,
  networks: {
    main: {
      name: 'main',
      genesis: '00000ffd590b1485b3caadc19b22e6379c733355108f107a430458cdf3407ab6',
      addresses: { keyHash: [[0x4c]], scriptHash: [[0x10]], segwit: [] },
    },
    regtest: {
      name: 'regtest',
      genesis: '000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e',
      addresses: { keyHash: [[0x8c]], scriptHash: [[0x13]], segwit: [] },
    },
  },
  // `TRANSACTION_ASSET_UNLOCK` (src/primitives/transaction.h).
  leftTypes: [9],
};

/** DigiByte-Core/digibyte 7.17.3, `COINBASE_MATURITY_2`; the test network has one version byte for scripts. */
const digibyte: RailFacts = {
  asset: 'DGB',
  maturity: 100,
  blockSeconds: 15,
  networks: {
    main: {
      name: 'main',
      genesis: '7497ea1b465eb39f1c8f507bc877078fe016d6fcb6dfad3a64c98dcc6e1e8496',
      addresses: { keyHash: [[0x1e]], scriptHash: [[0x3f], [0x05]], segwit: ['dgb'] },
    },
    regtest: {
      name: 'regtest',
      genesis: '4598a0f2b823aaf9e77ee6d5e46f1edb824191dcd48b08437b7cec17e6ae6e26',
      addresses: { keyHash: [[0x7e]], scriptHash: [[0x8c]], segwit: ['dgbrt'] },
    },
  },
};

/** vertcoin-project/vertcoin-core 23.2. */
const vertcoin: RailFacts = {
  asset: 'VTC',
  maturity: 100,
  blockSeconds: 150,
  networks: {
    main: {
      name: 'main',
      genesis: '4d96a915f49d40b1e5c2844d1ee2dccb90013a990ccea12c492d22110489f0c4',
      addresses: { keyHash: [[0x47]], scriptHash: [[0x05]], segwit: ['vtc'] },
    },
    regtest: {
      name: 'regtest',
      genesis: '2399c0b047ebbbd1650d66867206c97317027b1a1932bc6fc17ce833dc4a85ce',
      addresses: { keyHash: [[0x4a]], scriptHash: [[0xc4]], segwit: ['rvtc'] },
    },
  },
};

/** viacoin/viacoin 0.16.3. */
const viacoin: RailFacts = {
  asset: 'VIA',
  maturity: 3600,
  blockSeconds: 24,
  networks: {
    main: {
      name: 'main',
      genesis: '4e9b54001f9976049830128ec0331515eaabe35a70970d79971da1539a400ba1',
      addresses: { keyHash: [[0x47]], scriptHash: [[0x21]], segwit: ['via'] },
    },
    regtest: {
      name: 'regtest',
      genesis: 'f0dae070f24fbc35311533a22aa85c0a616c84a1f22881612304d802acda286f',
      addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: ['rvia'] },
    },
  },
};

/**
 * qtumproject/qtum 27.1: time and maturity since block 845,000 (`nRBTPowTargetSpacing`, `nRBTCoinbaseMaturity`). What its contracts pay and give back goes to
 * hashes of keys only (P2PKH), and the pool's coins lie at those of witness keys: none of it is ever among them.
 */
const qtum: RailFacts = {
  asset: 'QTUM',
  maturity: 2000,
  blockSeconds: 32,
  networks: {
    main: {
      name: 'main',
      genesis: '000075aef83cf2853580f8ae8ce6f8c3096cfa21d98334d6e3f95e5582ed986c',
      addresses: { keyHash: [[0x3a]], scriptHash: [[0x32]], segwit: ['qc'] },
    },
    regtest: {
      name: 'regtest',
      genesis: '665ed5b402ac0b44efc37d8926332994363e8a7278b7ee9a58fb972efadae943',
      addresses: { keyHash: [[0x78]], scriptHash: [[0x6e]], segwit: ['qcrt'] },
    },
  },
};

/**
 * firoorg/firo 0.14: no witnesses, and special transactions as of Dash, of which rewards of blocks (type 5) and spends of its private coins (8, 9) can come to
 * the pool: both are read whole. Blocks are half of `nPowTargetSpacingMTP` apart (`GetTargetBlocksSpacing`, src/primitives/block.cpp). The first block of
 * its test network is calculated there and asserted nowhere: this is what the same parameters make, by which the main network's comes out right.
 */
const firo: RailFacts = {
  asset: 'FIRO',
  maturity: 100,
  blockSeconds: 150,
  networks: {
    main: {
      name: 'main',
      genesis: '4381deb85b1b2c9843c222944b616d997516dcbd6a964e1eaf0def0830695233',
      addresses: { keyHash: [[0x52]], scriptHash: [[0x07]], segwit: [] },
    },
    regtest: {
      name: 'regtest',
      genesis: 'a42b98f04cc2916e8adfb5d9db8a2227c4629bc205748ed2f33180b636ee885b',
      addresses: { keyHash: [[0x41]], scriptHash: [[0xb2]], segwit: [] },
    },
  },
};

/** BTCGPU/BTCGPU 0.21.3. Its first blocks are Bitcoin's. */
const bitcoinGold: RailFacts = {
  asset: 'BTG',
  maturity: 100,
  blockSeconds: 600,
  networks: {
    main: {
      name: 'main',
      genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
      addresses: { keyHash: [[0x26]], scriptHash: [[0x17]], segwit: ['btg'] },
    },
    regtest: {
      name: 'regtest',
      genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
      addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: ['btgrt'] },
    },
  },
  // `CLIENT_NAME` (src/clientversion.cpp).
  agent: { has: 'Bitcoin Gold' },
};

/**
 * Bitcoin-ABC/bitcoin-abc 0.33, with its own unit and prefix (`-ecash`, as it starts): a coin has two decimals, in what its nodes answer as well. Its first
 * blocks are Bitcoin's.
 */
const ecash: RailFacts = {
  asset: 'XEC',
  maturity: 100,
  blockSeconds: 600,
  decimals: 2,
  networks: {
    main: {
      name: 'main',
      genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
      addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'ecash' },
    },
    regtest: {
      name: 'regtest',
      genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
      addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'ecregtest' },
    },
  },
  agent: { has: 'Bitcoin ABC' },
};

/**
 * vergecurrency/verge 26.7: transactions say when they were made, coins have six decimals, and nodes pass on none with a witness (`IsStandardTx`,
 * src/policy/policy.cpp). They give up no branch of more than six blocks (`nMaxReorgDepth`).
 */
const verge: RailFacts = {
  asset: 'XVG',
  maturity: 120,
  blockSeconds: 30,
  decimals: 6,
  form: 'timed',
  networks: {
    main: {
      name: 'main',
      genesis: '00000fc63692467faeb20cdb3b53200dc601d75bdfa1001463304cc790d77278',
      addresses: { keyHash: [[0x1e]], scriptHash: [[0x21]], segwit: [] },
    },
    regtest: {
      name: 'regtest',
      genesis: '65b4e101cacf3e1e4f3a9237e3a74ffd1186e595d8b78fa8ea22c21ef5bf9347',
      addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: [] },
    },
  },
};

/**
 * RunOnFlux/fluxd 9.0.6: transactions of Zcash's fourth version, and since block 2,020,000 a block each 30 seconds (`nPonTargetSpacing`). All its upgrades since
 * Acadia have the number of Sapling (src/consensus/upgrades.cpp). Its test network is the public one: `-nuparams` names the first upgrade of a number, so that no
 * network of one node comes as far as Acadia, from which on there are such transactions (src/init.cpp).
 */
const flux: RailFacts = {
  asset: 'FLUX',
  maturity: 100,
  blockSeconds: 30,
  form: 'sapling',
  branch: '76b809bb',
  networks: {
    main: {
      name: 'main',
      genesis: '00052461a5006c2e3b74ce48992a08695607912d5604c3eb8da25749b0900444',
      addresses: { keyHash: [[0x1c, 0xb8]], scriptHash: [[0x1c, 0xbd]], segwit: [] },
    },
    regtest: {
      name: 'test',
      genesis: '0042202a64a929fc25cc10e68615ddbe38007b1b40da08acd3f530f83c79b9d1',
      addresses: { keyHash: [[0x1d, 0x25]], scriptHash: [[0x1c, 0xba]], segwit: [] },
    },
  },
};

/**
 * KomodoPlatform/komodo 0.9.0: transactions of Zcash's fourth version, and Sapling is its last upgrade. Chains that were made of it begin with the same block
 * under the same name, so that a block of its checkpoints tells it from them (src/chainparams.cpp). Its nodes count no more than one block on what its
 * notaries have not written into another chain (`komodo_dpowconfs`, src/komodo_notary.cpp).
 */
const komodo: RailFacts = {
  asset: 'KMD',
  maturity: 100,
  blockSeconds: 60,
  form: 'sapling',
  branch: '76b809bb',
  markedBlock: {
    height: 999_940,
    hash: '000000016236093f572ea8763b3869177de88af7973546a698af890892f367f0',
  },
  networks: {
    main: {
      name: 'main',
      genesis: '027e3758c3a65b12aa1046462b486d0a63bfa1beae327897f56c5cfb7daaae71',
      addresses: { keyHash: [[0x3c]], scriptHash: [[0x55]], segwit: [] },
    },
    regtest: {
      name: 'regtest',
      genesis: '029f11d80ef9765602235e1bc9727e3eb6ba20839319f761fee920d63401e327',
      addresses: { keyHash: [[0x3c]], scriptHash: [[0x55]], segwit: [] },
    },
  },
};

/**
 * zcash/zcash: a zcashd beside zebrad (`zcashd-compat` of ZcashFoundation/zebra), and the rules of NU6.3. What blocks pay can be spent to shielded addresses
 * only, and the id of version 6 (Ironwood) is of a kind of its own. Its test network is the public one, under whose name the one of zebrad that is mined
 * begins with another block.
 */
const zcash: RailFacts = {
  asset: zcashFacts.asset,
  maturity: zcashFacts.maturity,
  blockSeconds: zcashFacts.blockSeconds,
  form: 'sapling',
  branch: '37a5165b',
  leftTypes: [6],
  leavesRewards: true,
  networks: {
    main: zcashFacts.networks.main,
    regtest: {
      ...zcashFacts.networks.regtest,
      genesis: '05a60a92d99d85997cce3b87616c089f6124d7342af37106edc76126334a2c38',
    },
  },
};

export const paidChains: readonly RailFacts[] = [
  dash,
  digibyte,
  vertcoin,
  viacoin,
  qtum,
  firo,
  bitcoinGold,
  ecash,
  verge,
  zcash,
  flux,
  komodo,
  nexa,
];
