/** What is known of Monero before any of its nodes is asked (`cryptonote_config.h`). */
export const moneroFacts = {
  asset: 'XMR',
  algorithm: 'randomx',
  /** Blocks that must stand on one before its reward can be spent. */
  maturity: 60,
  blockSeconds: 120,
  /** The newest form of blocks that this release builds: a later one may have another proof of work. */
  versionMax: 16,
  /** The name of a network in `get_info`. A test network of one's own has the first block of the main one, and its addresses. */
  networks: { main: 'mainnet', regtest: 'fakechain' },
  genesis: '418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3',
} as const;
