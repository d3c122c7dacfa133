/**
 * How a simulated worker comes and goes: always there; away for some while several times a day; gone for good some hours before
 * the pool was made; there only since a few hours before.
 */
export type Attendance = 'steady' | 'flapping' | 'retired' | 'newcomer';

export interface RosterWorker {
  readonly algorithm: string;
  readonly name: string;
  readonly attendance: Attendance;
}

/** What becomes of a payment that the owner asked for, three hours before the pool was made. */
export type RosterPayment = 'paid' | 'failed' | 'held';

/** What the owner of a miner has set up, so that every part of its page has something to show. */
export interface RosterChoices {
  /** A custom referral code of its own. */
  readonly ownCode?: string;
  readonly autoPay?: boolean;
  readonly payment?: RosterPayment;
  /** Another network of the coin that the address is valid on: the owner is paid there from the last day on. */
  readonly switchesTo?: string;
}

/** A simulated miner: an address as a person would type it, with its memo. */
export interface RosterMiner extends RosterChoices {
  readonly coin: string;
  readonly text: string;
  /** The custom referral code that its workers carry. Without one, its last worker carries the code of another miner of the fleet. */
  readonly referralCode: string | null;
  readonly workers: readonly RosterWorker[];
}

const steady = (algorithm: string, name = 'rig1'): RosterWorker => ({
  algorithm,
  name,
  attendance: 'steady',
});
const flapping = (algorithm: string, name = 'rig1'): RosterWorker => ({
  algorithm,
  name,
  attendance: 'flapping',
});
const retired = (algorithm: string, name = 'rig1'): RosterWorker => ({
  algorithm,
  name,
  attendance: 'retired',
});
const newcomer = (algorithm: string, name = 'rig1'): RosterWorker => ({
  algorithm,
  name,
  attendance: 'newcomer',
});

const miner = (
  coin: string,
  text: string,
  referralCode: string | null,
  ...workers: RosterWorker[]
): RosterMiner => ({
  coin,
  text,
  referralCode,
  workers,
});

/** The number of machines in each hall, numbered from 1: some fail now and then, the last of each hall is gone. */
const farm = (algorithm: string, halls: readonly string[], each: number): readonly RosterWorker[] =>
  halls.flatMap((hall) =>
    Array.from({ length: each }, (_, index): RosterWorker => {
      const name = `${hall}-${String(index + 1).padStart(2, '0')}`;
      if (index === each - 1) return retired(algorithm, name);
      return index % 7 === 3 ? flapping(algorithm, name) : steady(algorithm, name);
    }),
  );

const choosing = (choices: RosterChoices, miner: RosterMiner): RosterMiner => ({
  ...miner,
  ...choices,
});

/**
 * Who mines in the demo: public sample addresses of many coins, never one that belongs to this project. Each algorithm has
 * a miner who is always online, so that no chart has a hole for want of workers.
 */
export const fleetRoster: readonly RosterMiner[] = [
  // One person with every kind of machine: the first address of a tour.
  choosing(
    { ownCode: 'lodestar' },
    miner(
      'BTC',
      'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl',
      null,
      steady('fishhash', 'garage-1'),
      steady('beamhash', 'garage-2'),
      flapping('randomx', 'office-pc'),
      steady('kheavyhash', 'ks-shelf'),
      retired('etchash', 'old-rig'),
      steady('sha256', 'laptop'),
      newcomer('xelishash', 'new-build'),
    ),
  ),
  miner(
    'BTC',
    '36MNKtrnPWCMcz476g119cKJkTzjZ6UkMJ',
    'lodestar',
    steady('fishhash'),
    steady('equihash', 'z15'),
  ),
  miner('BTC', '0x32211Eda9E8d538cAff4E619d0674f30DFb72bB5', null, flapping('nexapow')),
  choosing(
    { ownCode: 'night-shift', payment: 'paid' },
    miner(
      'LTC',
      'ltc1qytnqzjknvv03jwfgrsmzt0ycmwqgl0asjnaxwu',
      null,
      steady('scrypt', 'cpu-1'),
      steady('equihash', 'z11'),
    ),
  ),
  choosing(
    { payment: 'paid' },
    miner('LTC', 'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441', 'lodestar', flapping('scrypt', 'cpu-2')),
  ),
  choosing(
    { autoPay: true, payment: 'failed' },
    miner(
      'DOGE',
      'DTdrvUHbk5oMyi62tM7LqrjAcXfqB7eaad',
      'night-shift',
      steady('scrypt', 'cpu-3'),
      newcomer('fishhash'),
    ),
  ),
  choosing(
    { autoPay: true, payment: 'paid' },
    miner(
      'BCH',
      'bitcoincash:qzf4dre3wlfthltxvlusufannz0k95t7xydvcs4gmy',
      null,
      steady('sha256', 'attic'),
      steady('autolykos'),
    ),
  ),
  miner(
    'ETC',
    '0x9eab4b0fc468a7f5d46228bf5a76cb52370d068d',
    null,
    steady('etchash', 'shed-1'),
    steady('etchash', 'shed-2'),
    retired('etchash', 'shed-3'),
  ),
  miner('ETHW', '0xB5547FBdC56DCE45e1B8ef75569916D438e09c46', 'lodestar', steady('ethash')),
  choosing(
    { payment: 'paid', switchesTo: 'ARBITRUM' },
    miner(
      'ETH',
      '0xa7E43b445cF68CAa143a884AF673121447F29EAe',
      'lodestar',
      steady('ethash', 'rig-a'),
      flapping('etchash', 'rig-b'),
    ),
  ),
  miner('ETH', '0x718046867b5b1782379a14eA4fc0c9b724DA94Fc', null, steady('octopus')),
  choosing(
    { autoPay: true },
    miner(
      'RVN',
      'RHoCwPc2FCQqwToYnSiAb3SrCET4zEHsbS',
      'night-shift',
      steady('kawpow', 'six-cards'),
      flapping('kawpow', 'one-card'),
    ),
  ),
  miner(
    'XMR',
    '4AHf5UPcGEsJqx57DYp8tSCbQB2YLjmxMJdvjoR5mFfP9Y97FTeKCgPXSXWLdpD45nJCtKmj7ixXPGR3UqWeX8ds5LDXXyS',
    null,
    steady('randomx', 'server-1'),
    steady('randomx', 'server-2'),
    retired('randomx', 'nas'),
  ),
  choosing(
    { payment: 'held' },
    miner(
      'ZEC',
      't1Trs2rNPzL4Jm24foTd89KpPWqLtLSciDY',
      null,
      steady('equihash', 'z15-pro'),
      flapping('equihash', 'z9-mini'),
    ),
  ),
  miner(
    'KAS',
    'kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk',
    null,
    ...farm('fishhash', ['hall-a', 'hall-b', 'hall-c'], 16),
  ),
  miner(
    'KAS',
    'kaspa:qp8ccwx0sfscktvz4pus2gh9zckyswgdhw9npxq85wx4ekcwhxv3yezkfcwx2',
    'lodestar',
    newcomer('fishhash'),
    steady('blake3'),
  ),
  miner(
    'NEXA',
    'nexa:nqtsq5g5hw4x0rymhslww06kk0n5a6f5cyru32h0529466md',
    null,
    steady('nexapow', 'rig1'),
    steady('nexapow', 'rig2'),
  ),
  miner(
    'XEL',
    'xel:vs3mfyywt0fjys0rgslue7mm4wr23xdgejsjk0ld7f2kxng4d4nqqnkdufz',
    null,
    steady('xelishash', 'cpu-a'),
    steady('randomx', 'cpu-b'),
  ),
  choosing(
    { payment: 'paid' },
    miner(
      'CFX',
      'cfx:acbkxbtruayaf2he1899e1533x4wg2a07eyjjrzu31',
      null,
      steady('octopus', 'rig1'),
      flapping('octopus', 'rig2'),
    ),
  ),
  miner(
    'KLS',
    'karlsen:qzy6cf82zzah2xh5jwtz8nx9u4gdj6zzke8gljs0v055ksmnl424us79fnlrm',
    null,
    steady('karlsenhash'),
  ),
  miner(
    'ERG',
    '9hjC5TDXAh6t5pKRCULYYDXCJSq62SHnJe82pkQTN8UNKEMUx4K',
    null,
    steady('autolykos', 'north'),
    steady('autolykos', 'south'),
  ),
  miner(
    'BEAM',
    '15d3821b9dc5de1802ee58668ae6cf51422032e29067d352840c7d6dccaa189359d',
    null,
    steady('beamhash'),
  ),
  miner(
    'IRON',
    'af984b4a028fc2e5d68d7bfe2c6857354590b3e2dfde23c564e21caae9106226:1234567',
    null,
    steady('fishhash'),
  ),
  miner(
    'ALPH',
    '1H8jQaMZDnGjU3mZTRmEtYXh7ex6qaBqeQnk6tpicUvcj',
    null,
    steady('blake3', 'al-box'),
    retired('blake3', 'al-0'),
  ),
  miner(
    'RTM',
    'RVdM8kDnbsdXLWqZLF5eHz91Af9633bnmh',
    null,
    steady('ghostrider', 'desk'),
    flapping('ghostrider', 'laptop'),
  ),
  // Coins whose addresses go with a memo.
  choosing(
    { autoPay: true },
    miner(
      'XRP',
      'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345',
      'night-shift',
      steady('randomx'),
      steady('beamhash', 'vega'),
    ),
  ),
  miner('XRP', 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', null, steady('randomx', 'epyc'), newcomer('randomx')),
  miner(
    'XLM',
    'GDTZZDOMZNDCHLYM2GXKKRKL6AANKNF5LKZQX4S7X6ONPNZPDEZJGTOX:1234567',
    null,
    steady('karlsenhash', 'rig7'),
  ),
  miner('ATOM', 'cosmos13k0q0l7lg2kr32kvt7ly236ppldy8v9dzwh3gd:1234567', null, steady('fishhash', 'hub')),
  miner('EOS', 'poolpayout12:1234567', null, steady('ethash', 'card-9')),
  miner('HBAR', '0.0.13458:1234567', null, flapping('beamhash', 'radeon')),
  // Tokens on several networks.
  choosing(
    { autoPay: true, payment: 'paid' },
    miner(
      'USDT',
      'TV17H8xf6TszEc7YxWBT77z4RjdtEntA9s',
      'lodestar',
      steady('fishhash', 'trc'),
      steady('sha256', 'notebook'),
    ),
  ),
  choosing(
    { payment: 'paid', switchesTo: 'POLYGON' },
    miner('USDT', '0x24628ab432B18B1a715E0952c87211814BDC7199', null, steady('fishhash', 'bep')),
  ),
  choosing(
    { payment: 'paid' },
    miner('USDC', 'Bi632ipA1VzcU2Ev9hLaoR8WkmmsRSmapiVJuQyFbwEn', null, steady('beamhash', 'sol')),
  ),
  miner(
    'SOL',
    '6a8JHTfD2EyJqYEjYFzH8oeLqKV9frtMMdwktm4e9Mua',
    'night-shift',
    steady('fishhash', 'desk'),
    retired('xelishash', 'spare'),
  ),
  miner(
    'ADA',
    'addr1vyuca7esanpgs4ke0um3ft6f4yaeuz3ftpfqx9nxpct2uyqu7dvlp',
    null,
    steady('autolykos', 'pi-rig'),
  ),
  choosing(
    { payment: 'paid' },
    miner('TRX', 'TQWCsPrGr513yFtzSjvp3h8A3VefZnjzS2', null, steady('blake3', 'box')),
  ),
  // High-risk coins.
  miner(
    'SHIB',
    '0xB9F5771C27664bF2282D98E09D7F50cEc7cB01a7',
    'lodestar',
    steady('fishhash', 'kennel'),
    newcomer('fishhash'),
  ),
  miner('PEPE', '0x6BF22ff186CC97D88ECfbA47d1473a234CEBEFDf', null, flapping('fishhash', 'frog')),
  choosing(
    { autoPay: true, payment: 'paid' },
    miner('BONK', 'GjJyeC1r2RgkuoCWMyPYkCWSGSGLcz266EaAkLA27AhL', null, steady('sha256', 'bonk-pc')),
  ),
  // Networks in maintenance: a coin that has no other, and one that has.
  miner('WAVES', '3PB9ffP1YKQer3e7t283gPCLyjEfK8xrGp7', null, steady('randomx', 'wave')),
  miner('EOS', '0x30Ee2e87D6adBFcc4d3918b4C7e49BcaFb9E6D47', null, steady('nexapow', 'bep')),
  // Coins that were delisted: their miners have left, their balances stay.
  miner('FTM', '0xb0847D84684667Fa1f716c9a955A5448B054eA05', null, retired('ethash', 'phantom')),
  miner('OMG', '0x12a63935DDBAbfa5A06Ff23649B3409F6a589B39', null, retired('octopus', 'last-one')),
];
