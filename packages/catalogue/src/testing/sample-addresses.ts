/**
 * Addresses and memos that are right, by coin and network: samples that the catalogue's patterns must match. Whether
 * their checksums hold is the business of the address rules.
 */
export const sampleAddresses: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  BTC: {
    BTC: [
      'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl',
      '1PRuxNSZwUXym6A31kmrArdT2BGJiTna19',
      'bc1p9ksmx0dezdxamm6gx3je9frnumv96zhfatgvuv7rudnxkrrpeztsv3ata2',
      '36MNKtrnPWCMcz476g119cKJkTzjZ6UkMJ',
    ],
    BSC: ['0x32211Eda9E8d538cAff4E619d0674f30DFb72bB5'],
  },
  ETH: {
    ETH: ['0xc6d9d2cd449a754c494264e1809c50e34d64562b', '0xa7E43b445cF68CAa143a884AF673121447F29EAe'],
    BSC: ['0xc182a38ae564fd05b0261cf6eec416aef02fc3fe'],
    ARBITRUM: ['0x718046867b5b1782379a14eA4fc0c9b724DA94Fc'],
    OPTIMISM: ['0x9cf40ef3d1622efe270fe6fe720585b4be4eeeff'],
  },
  LTC: {
    LTC: [
      'ltc1qytnqzjknvv03jwfgrsmzt0ycmwqgl0asjnaxwu',
      'LVYs6bw81eLpkqGtsHWDNFbssZPPdNcL4G',
      'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441',
      'ltc1q3m3ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga',
    ],
    BSC: ['0x4D1A2e2bB4F88F0250f26Ffff098B0b30B26BF38'],
  },
  DOGE: {
    DOGE: [
      'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU',
      'ABxNotFnVaS85dcyXY76d2Fbr12qph6UTy',
      '9xzLEaWbi3eVzRzv6YdGcXbXQMHydntSq7',
      'DTdrvUHbk5oMyi62tM7LqrjAcXfqB7eaad',
    ],
    BSC: ['0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f'],
  },
  BCH: {
    BCH: [
      'bitcoincash:qzf4dre3wlfthltxvlusufannz0k95t7xydvcs4gmy',
      'bitcoincash:pzcmzvkc9xlwksw48dcqwk3nkqn8ggz9fsksp30cdj',
      '12QeMLzSrB8XH8FvEzPMVoRxVAzTr5XM2y',
      'pqx578nanz2h2estzmkr53zqdg6qt8xyqvwhn6qeyc',
    ],
    BSC: ['0x74Ae5C4A8a3788eD850741a5A9B316a283030C4C'],
  },
  BTG: {
    BTG: [
      'btg1qtesn92ddy8m5yvypgsdtft3zj5qldj9g2u52sk',
      'GW3JrQyHtoVfEFES3Y9JagiX3VSKQStLwj',
      'btg1qawhpp9gv3g662phqufjmj2ps2ge7sq4thy5g07',
      'GSNFPRsdaM3MXrU5HW1AxgFwmUQC8HXK9F',
    ],
  },
  DASH: { DASH: ['XnLyZhQDr3JqFQi7UPC8LddHMgbAyQWiZo', '7obR8rAq66A24U7wwbBk35AFD5ThFjLcLH'] },
  ETC: {
    ETC: ['0x9eab4b0fc468a7f5d46228bf5a76cb52370d068d', '0x62692564B39614563f0d4472FEd420980A0751AC'],
    BSC: ['0xde709f2102306220921060314715629080e2fb77'],
  },
  RVN: { RVN: ['RHoCwPc2FCQqwToYnSiAb3SrCET4zEHsbS', 'RFnM9d8sjAPn24yJi4VACWWWZjaYyFwd8K'] },
  XMR: {
    XMR: [
      '4AHf5UPcGEsJqx57DYp8tSCbQB2YLjmxMJdvjoR5mFfP9Y97FTeKCgPXSXWLdpD45nJCtKmj7ixXPGR3UqWeX8ds5LDXXyS',
      '8BMsVKsZ6kdUVWi4o67iWTe3ZaGL4Qc7KjfLVcPer4v2jNTKfEoXtJoL48EHt8cqdZWBQkjzttygpHJyhZcnqLb1JTfVkim',
      '4HtrhPGQkVNM33UV6A3FuSNhdyMmyv8i8M4atAf92m2khx9kz7W6ffrg73uDgBe4EDCZRptEGwJvki8SHw55dVAUHeV4bXy5XywG5fD56w',
      '8A9XmWsATrhfedtNhTMNKELwfCwMVAk2iVTdUJdFRb2AC4tV4VeBjsCLYR9cSQTwnvLo4MAuQFMLP6Si4xp6t6BS788db3t',
    ],
  },
  ZEC: {
    ZEC: ['t3PDRLn9XNChQHFJ3826hT7yvv1or9gg52H', 't1Trs2rNPzL4Jm24foTd89KpPWqLtLSciDY'],
    BSC: ['0xC74A762c02800653c1757F0698bc54f84EC7D100'],
  },
  SC: {
    SC: [
      'ab0c327982abfcc6055a6c9551589167d8a73501aca8769f106371fbc937ad100c955c3b7ba9',
      'ffe1308c044ade30392a0cdc1fd5a4dbe94f9616a95faf888ed36123d9e711557aa497530373',
    ],
  },
  SKY: { SKY: ['23avPf1yDCPwYDooFJ2uA3ygMshBq24oa3b', 'd2LgfFBTFTwxP7PyzHwpqhHKc4BLPbA5cv'] },
  VIA: { VIA: ['VjtD8cQgvesPYWxfWoHjwz1BuLCHwDn7PA', 'via1qs32zgdhe2tpzcnz55r7d9jvhce33063s8w4xre'] },
  DGB: {
    DGB: [
      'DHRzA1YHA1kFWpz2apRckZJy6KZRyGq4EV',
      'SRrevBM5bfZNpFJ4MhzaNfkTghYKoTB6LV',
      'dgb1q3p2nf26ac6qtdrv4czh5nmp2eshfj9wyn9vv3d',
      'D9Gv7jWSVsS9Y5q98C79WyfEj6P2iM5Nzs',
    ],
  },
  ADA: {
    ADA: [
      'addr1qy82f98tsgc7wpct6rtf0t6jgf0qg0s2nsrmqyj7q8wdynrzaps0ja8tu5qaglxl5pgcf70try8realspu89340mm3hq6jjmds',
      'Ae2tdPwUPEZFCA4bik6LMjABZDC3aHTuFkfBFELr3XFoGY9Ea2hJxVH4Zai',
      'DdzFFzCqrhswK9Xky8uYspPC15sSrx1gg2XYmHb67uemT64qpf6mgQZmFvRxKLP4tkQSdamEeHTu6CNRHnEFSfx2eErb483ZXjVZvyKg',
      'addr1vyuca7esanpgs4ke0um3ft6f4yaeuz3ftpfqx9nxpct2uyqu7dvlp',
    ],
    BSC: ['0x2cac916b2a963bf162f076c0a8a4a8200bcfbfb4'],
  },
  SOL: {
    SOL: ['6a8JHTfD2EyJqYEjYFzH8oeLqKV9frtMMdwktm4e9Mua', 'Am9yVk4z2VGvts4a64rYThAraKsJDBqmEEenQA3g7zDX'],
    BSC: ['0xce16F69375520ab01377ce7B88f5BA8C48F8D666'],
  },
  XRP: {
    XRP: ['rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai', 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De'],
    BSC: ['0x27239549DD40E1D60F5B80B0C4196923745B1FD2'],
  },
  XLM: {
    XLM: [
      'GDTZZDOMZNDCHLYM2GXKKRKL6AANKNF5LKZQX4S7X6ONPNZPDEZJGTOX',
      'GCLBLZWBXINB3MS3YY5XDVD2SAVHAZJ22P4VR5E3ZVHKZKPUUDLDRPD7',
    ],
    BSC: ['0x53D2c8Ac73877675e31Fe6Aa35f1Dec7Da1E0864'],
  },
  TRX: {
    TRX: ['TQWCsPrGr513yFtzSjvp3h8A3VefZnjzS2', 'TNSmmai2ox5aAeB8ZTnSyt9f82oM4jctNL'],
    BSC: ['0x5322b34c88ed0691971bf52a7047448f0f4efc84'],
  },
  BNB: { BSC: ['0x3322C04EAe11B9b14c6c289f2668b6f07071b591', '0xcaab0bbedd3d903832053f4e21ccd6df48a66870'] },
  SHIB: {
    BSC: ['0xB9F5771C27664bF2282D98E09D7F50cEc7cB01a7', '0xda816e2122a8a39b0926bfa84edd3d42477e9efd'],
    ETH: ['0xbFcc87543DECeE5DC0EAd1B92741109865eAb611'],
  },
  PEPE: {
    ETH: ['0x1e6c542ebc7c960c6a155a9094db838cef842cf5', '0xB91aaa96B138A1B1D94c9df4628187132c5F2bf1'],
    BSC: ['0x6BF22ff186CC97D88ECfbA47d1473a234CEBEFDf'],
  },
  BONK: {
    SOL: ['GjJyeC1r2RgkuoCWMyPYkCWSGSGLcz266EaAkLA27AhL', 'EQ37VYUVcqUSzYgvaguDB4yVRg5m3Xg7qQoKF8zFiJxe'],
  },
  FLOKI: {
    BSC: ['0xE37c0D48d68da5c5b14E5c1a9f1CFE802776D9FF', '0xC12D81Fc49D06396cdEF51d16C4395656f6B7ccB'],
    ETH: ['0xA7128F92D1439D4B32bfAee1Bf8bD6Ca74f658eC'],
  },
  BABYDOGE: {
    BSC: ['0x004C00500000aD104D7DBd00e3ae0A5C00560C00', '0x5C9eb5D6a6C2c1B3EFc52255C0b356f116f6f66D'],
  },
  ELON: {
    ETH: ['0x440bBd6a888a36DE6e2F6A25f65bc4e16874faa9', '0xE33C0C7F7df4809055C3ebA6c09CFe4BaF1BD9e0'],
    BSC: ['0xb16Db98B365B1f89191996942612B14F1Da4Bd5f'],
  },
  TRUMP: {
    SOL: ['H22WwH3qSAbZ6fH1n9PzGso3vBwQUz7gmK827ijLTgJW', '8mN9wujRQpXhFJ9rZ4nrgDCjjJfqdHvPGWb7uKQh475N'],
  },
  WIF: {
    SOL: ['7T8P5YAKuvA98qooRa578zRbz8pMwiHRbBaUcQjLVwFQ', 'CSKgzVRhq6PKFUtiEFtWdTYhQTd12ohN3fc6yjxYnwHL'],
  },
  PENGU: {
    SOL: ['5xYDArHGPPoW7CBqpqrheAMUX6eKX9ALtntdJxjLDXhb', '3PaFQnebQMHBgthRScup2B932cMxA1GBP7m9roCkomHq'],
  },
  USDT: {
    TRX: ['TV17H8xf6TszEc7YxWBT77z4RjdtEntA9s', 'TXUaWzMdTchXp1wqrYKATUgcRXUVnBg8s7'],
    BSC: ['0x24628ab432B18B1a715E0952c87211814BDC7199'],
    ETH: ['0x1392Ae041BfBdBAA0cFF9234a0C8F64df97B7218'],
    SOL: ['2ArTMmGV5ZorDoyYRKkjziBHq4vpngFD8yi9PjzZkuMK'],
    POLYGON: ['0xF0A69b31f41e95f97A664F94Ae53a5a747B21898'],
  },
  USDC: {
    BSC: ['0x2bCD792d526A1A2Fe900340D5da6579B468A5Eba', '0xAff4d6793F584a473348EbA058deb8caad77a288'],
    ETH: ['0xB5547FBdC56DCE45e1B8ef75569916D438e09c46'],
    SOL: ['Bi632ipA1VzcU2Ev9hLaoR8WkmmsRSmapiVJuQyFbwEn'],
    POLYGON: ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    TRX: ['TRN3T1rascS98QZtJiPYCQmYQQPzhkugnU'],
  },
  DAI: {
    ETH: ['0x280b27f3676db1C4475EE10F75D510Eb527fd155', '0x7eeDa30AF56Ba0d6D5C8d8c85b35EdDCc0BDf024'],
    BSC: ['0xa00354276d2fC74ee91e37D085d35748613f4748'],
    POLYGON: ['0x30Ee2e87D6adBFcc4d3918b4C7e49BcaFb9E6D47'],
  },
  TUSD: {
    BSC: ['0x8BC53Cd1c3ba83bd0D11F2F4Bfe0819Be8fb9794', '0xa140F413C63FBDA84E9008607E678258ffFbC76b'],
    ETH: ['0xAc1ec44E4f0ca7D172B7803f6836De87Fb72b309'],
  },
  WBTC: {
    ETH: ['0xae78736Cd615f374D3085123A210448E74Fc6393', '0x86E69340bAF3A19028a7F139d2784478a9Ea1026'],
    POLYGON: ['0xb0847D84684667Fa1f716c9a955A5448B054eA05'],
  },
  LINK: {
    ETH: ['0x9fe941Bc9429d5199D203A9ed9b95E45c73B03D4', '0xde42e41b5825944cDE383643C1771D592759C348'],
    BSC: ['0x4976fb03C32e5B8cfe2b6cCB31c09Ba78EBaBa41'],
  },
  UNI: {
    ETH: ['0x1082c55981C2bDb1450ed6E9846BbdE02aEF90b4', '0x0dEf39cA275f0D5192aF9A860A66a74C4dEf7fc5'],
    BSC: ['0x12a63935DDBAbfa5A06Ff23649B3409F6a589B39'],
  },
  AAVE: {
    ETH: ['0x4455e5f0038795939c001aa4d296A45956C460AA', '0xF784682C82526e245F50975190EF0fff4E4fC077'],
    BSC: ['0x8C5F5279DD5a5deE331d629620FE6f3e7c73d21e'],
  },
  LDO: { ETH: ['0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', '0x913233BfC283ffe89a5E70ADC39c0926d240bbD9'] },
  CRV: { ETH: ['0x957F270d45e9Ceca5c5af2b49f1b5dC1Abb0421c', '0x6b128570f36065541D9b34c40Ca886A08210d1c7'] },
  CAKE: { BSC: ['0xD7CE2041c83204bB18df5A0E79e775dBCAfeef31', '0x1eA95b2115B536EAE27E677A933C2620B83959aB'] },
  JUP: {
    SOL: ['DkMYphwx9Z9AdR5Y8M4md1H96TKxfyoAHxUYH56F4ij5', '9WSt2sFoFPApuhZJ8JtvEDYqz472hm8vfRNPEoxNhyJo'],
  },
  RAY: {
    SOL: ['4GsjeDzg25waHcXiMtQELkh7VesmqM4foRaxvaQp6RES', 'FUFDURVPNToo7vduxVB9UEcH7uhSt6eAkH2t3wMbgzzu'],
  },
  POL: {
    POLYGON: ['0x00000000006c3852cbEf3e08E8dF289169EdE581', '0x74C050b2518A0450660cc45c54CC589a496f3B79'],
    ETH: ['0x0a49e30C7b906bEc5B451D70C6A4a7117b66E6aB'],
  },
  ARB: {
    ARBITRUM: ['0xF6F5e5fC74905e65e3FF53c6BacEba8535dd14d1', '0x219438aC82230Cb9A9C13Cd99D324fA1d66CF018'],
    ETH: ['0xA1150a32b4C8207F40A7704CB4430A6ABF14Ef98'],
  },
  OP: {
    OPTIMISM: ['0xA8CF55157F862b4f2F8F6C9C8D7a87E6fe582DE5', '0xB928f69Bb1D91Cd65274e3c79d8986362984fDA3'],
  },
  AVAX: {
    AVAXC: ['0x2f5Da8C538630Aae8DDcc316f5b07E9b5Cb3b8BA', '0x1611C227725c5E420Ef058275AE772b41775e261'],
    BSC: ['0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  },
  ATOM: {
    ATOM: ['cosmos13k0q0l7lg2kr32kvt7ly236ppldy8v9dzwh3gd', 'cosmos1xxkueklal9vejv9unqu80w9vptyepfa95pd53u'],
    BSC: ['0x720E1fa107A1Df39Db4E78A3633121ac36Bec132'],
  },
  DOT: {
    DOT: [
      '15FKUKXC6kwaXxJ1tXNywmFy4ZY6FoDFCnU3fMbibFdeqwGw',
      '14KjL5vGAYJCbKgZJmFKDSjewtBpvaxx9YvRZvi7qmb5s8CC',
    ],
    BSC: ['0xF7e80774877A2fC1FE382812EF4Faa9c926c441c'],
  },
  KSM: {
    KSM: [
      'FHKAe66mnbk8ke8zVWE9hFVFrJN1mprFPVmD5rrevotkcDZ',
      'CtwdfrhECFs3FpvCGoiE4hwRC4UsSiM8WL899HjRdQbfYZY',
    ],
  },
  ALGO: {
    ALGO: [
      'SH7QWD5TCJDEF6DLHYEEAU4D4WG46F27IKZ5R37V7OGICWAPWYPORL6F5A',
      'XMGUKODLV2KMDQBWQHIK6HJBC7R6VLBZXZSNOFPIC3GKCGRJQRP3XLHMAE',
    ],
  },
  XNO: {
    XNO: [
      'nano_3e8wa5yfdms3pah41xn3hktdfmit5mr1xn3psre9cx486chmznd8fhwsr9sc',
      'xrb_3t6k35gi95xu6tergt6p69ck76ogmitsa8mnijtpxm9fkcm736xtoncuohr3',
      'nano_1d7e8om74nr8wtadn1tao3z3gd1prjpkz5xao3kyrwuke458m4ai7eh3xm65',
      'xrb_1ipx847tk8o46pwxt5qjdbncjqcbwcc1rrmqnkztrfjy5k7z4imsrata9est',
    ],
  },
  HBAR: { HBAR: ['0.0.13458', '0.0.19783'] },
  VET: { VET: ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', '0x32211Eda9E8d538cAff4E619d0674f30DFb72bB5'] },
  BTT: {
    TRX: ['TMDXRbVLgfFrPWdQPpTZYx7uMM6radjgaf', 'TBUCzgc29vykkvFaEG2mgRtxKvaKe6skwX'],
    BSC: ['0xc6d9d2cd449a754c494264e1809c50e34d64562b'],
  },
  WIN: {
    TRX: ['TTPkvm4ZUHifwD4SdPVrgxhCt8Mkct6N6M', 'TGm1wFYrtHX7bQtWAJwMWcsxAqHC9kVWsp'],
    BSC: ['0xa7E43b445cF68CAa143a884AF673121447F29EAe'],
  },
  SUN: { TRX: ['TQYk4S413skufWdZv94GbBwjnK2UWmFu9J', 'TF7cowibxyJdMyGtjP2yP7oyN5ZmSMPnWd'] },
  JST: { TRX: ['TW1dU4L3eNm7Lw8WvieLKEHpXWAussRG9Z', 'TKv6EENv2hPC8xSRJ53SctaZDrCNycMm7s'] },
  HOT: { ETH: ['0xc182a38ae564fd05b0261cf6eec416aef02fc3fe', '0x718046867b5b1782379a14eA4fc0c9b724DA94Fc'] },
  MANA: {
    ETH: ['0x9cf40ef3d1622efe270fe6fe720585b4be4eeeff', '0x4D1A2e2bB4F88F0250f26Ffff098B0b30B26BF38'],
    POLYGON: ['0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f'],
  },
  SAND: {
    ETH: ['0x74Ae5C4A8a3788eD850741a5A9B316a283030C4C', '0x9eab4b0fc468a7f5d46228bf5a76cb52370d068d'],
    POLYGON: ['0x62692564B39614563f0d4472FEd420980A0751AC'],
  },
  AXS: {
    BSC: ['0xde709f2102306220921060314715629080e2fb77', '0xC74A762c02800653c1757F0698bc54f84EC7D100'],
    ETH: ['0x2cac916b2a963bf162f076c0a8a4a8200bcfbfb4'],
  },
  GALA: { ETH: ['0xce16F69375520ab01377ce7B88f5BA8C48F8D666', '0x27239549DD40E1D60F5B80B0C4196923745B1FD2'] },
  ENJ: { ETH: ['0x53D2c8Ac73877675e31Fe6Aa35f1Dec7Da1E0864', '0x5322b34c88ed0691971bf52a7047448f0f4efc84'] },
  APE: { ETH: ['0x3322C04EAe11B9b14c6c289f2668b6f07071b591', '0xcaab0bbedd3d903832053f4e21ccd6df48a66870'] },
  CHZ: { ETH: ['0xB9F5771C27664bF2282D98E09D7F50cEc7cB01a7', '0xda816e2122a8a39b0926bfa84edd3d42477e9efd'] },
  GRT: {
    ETH: ['0xbFcc87543DECeE5DC0EAd1B92741109865eAb611', '0x1e6c542ebc7c960c6a155a9094db838cef842cf5'],
    ARBITRUM: ['0xB91aaa96B138A1B1D94c9df4628187132c5F2bf1'],
  },
  BAT: { ETH: ['0x6BF22ff186CC97D88ECfbA47d1473a234CEBEFDf', '0xE37c0D48d68da5c5b14E5c1a9f1CFE802776D9FF'] },
  ZRX: {
    ETH: ['0xC12D81Fc49D06396cdEF51d16C4395656f6B7ccB', '0xA7128F92D1439D4B32bfAee1Bf8bD6Ca74f658eC'],
    POLYGON: ['0x004C00500000aD104D7DBd00e3ae0A5C00560C00'],
  },
  FET: {
    ETH: ['0x5C9eb5D6a6C2c1B3EFc52255C0b356f116f6f66D', '0x440bBd6a888a36DE6e2F6A25f65bc4e16874faa9'],
    BSC: ['0xE33C0C7F7df4809055C3ebA6c09CFe4BaF1BD9e0'],
  },
  WLD: {
    ETH: ['0xb16Db98B365B1f89191996942612B14F1Da4Bd5f', '0x24628ab432B18B1a715E0952c87211814BDC7199'],
    OPTIMISM: ['0x1392Ae041BfBdBAA0cFF9234a0C8F64df97B7218'],
  },
  LSK: { ETH: ['0xF0A69b31f41e95f97A664F94Ae53a5a747B21898', '0x2bCD792d526A1A2Fe900340D5da6579B468A5Eba'] },
  KAS: {
    KAS: [
      'kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk',
      'kaspa:qp8ccwx0sfscktvz4pus2gh9zckyswgdhw9npxq85wx4ekcwhxv3yezkfcwx2',
    ],
  },
  ERG: {
    ERG: [
      '9hjC5TDXAh6t5pKRCULYYDXCJSq62SHnJe82pkQTN8UNKEMUx4K',
      '9hrokSGy55auFwuRUfYvcmUVAAJwTc5e9EHfGmrzDU6yCke6wQK',
    ],
  },
  CFX: {
    CFX: [
      'cfx:acbkxbtruayaf2he1899e1533x4wg2a07eyjjrzu31',
      'CFX:TYPE.CONTRACT:ACA13SUYK7MBGXW9Y3WBJN9VD136SWU6S21TG67XMB',
      'CFX:TYPE.USER:AAK2RRA2NJVD77EZWJVX04KKDS9FZAGFE6KU8SCZ91',
      'cfx:aak2rra2njvd77ezwjvx04kkds9fzagfe6ku8scz91',
    ],
    CFXE: ['0xAff4d6793F584a473348EbA058deb8caad77a288'],
  },
  BEAM: {
    BEAM: [
      '15d3821b9dc5de1802ee58668ae6cf51422032e29067d352840c7d6dccaa189359d',
      '3addfa59c390661dbe282e8d9bb31f567ce74ff6e73b02d96e370b4e7e0cdfa32e4',
    ],
  },
  NEXA: {
    NEXA: [
      'nexa:nqtsq5g5hw4x0rymhslww06kk0n5a6f5cyru32h0529466md',
      'nexa:nqtsq5g5kc24d57cclndrnapv3jxvl9vdjm9nh2ljgxpaw2s',
    ],
  },
  ALPH: {
    ALPH: ['1H8jQaMZDnGjU3mZTRmEtYXh7ex6qaBqeQnk6tpicUvcj', '12F5aVQoQ7cNrgsVN2YPciwYvwmtJp4ohLa2x4R5KgLbG'],
  },
  IRON: {
    IRON: [
      'af984b4a028fc2e5d68d7bfe2c6857354590b3e2dfde23c564e21caae9106226',
      '06160f305932b209aa4bf6c7a046397d3cdd8c7b9a167ed9823b73a31276ea14',
    ],
  },
  XEL: {
    XEL: [
      'xel:vs3mfyywt0fjys0rgslue7mm4wr23xdgejsjk0ld7f2kxng4d4nqqnkdufz',
      'xel:ntpjg269f0efkvft8rckyqd0dwq480jphngy0fujxal7ng6qmfxqqnp3r5l',
    ],
  },
  KLS: {
    KLS: [
      'karlsen:qzy6cf82zzah2xh5jwtz8nx9u4gdj6zzke8gljs0v055ksmnl424us79fnlrm',
      'karlsen:pr5vxqxg0xrwl2zvxlq9rxffqx00sm44kn5vxqxg0xrwl2zvxl5vxwq98nmep',
    ],
  },
  RTM: {
    RTM: [
      'RVdM8kDnbsdXLWqZLF5eHz91Af9633bnmh',
      '7TkWAn9PeDZJ1FoNdtKaaRFutgY4YRCjo5',
      'RTtyQU6DoSuNWetT4WUem5qXP5jNYGpwat',
      '7qWQJor35sJ6ivswHFULN447dPq4kFFZg2',
    ],
  },
  ETHW: {
    ETHW: ['0xB5547FBdC56DCE45e1B8ef75569916D438e09c46', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  },
  BELLS: {
    BELLS: [
      'DH9fPpKHLiP5eaAD3pXxxUZmPktGNGTFp6',
      'BCxntp6yDimHCuBNXrppv8SGUFNxmnkj8Z',
      'bel1qjsnmvfqlj6j0vxyk7c6luf0u4rxfg6zzha56ys',
      'DExWunrSkF2P9NAzW4JpEeC38uC3z36cCk',
    ],
  },
  FLUX: { FLUX: ['t1Trs2rNPzL4Jm24foTd89KpPWqLtLSciDY', 't1UPSwfMYLe18ezbCqnR5QgdJGznzCUYHkj'] },
  FIRO: { FIRO: ['aLnztJEbyACnxF9H7SFC8YjUxedwyQsgVm', 'aJj2jdMzHyKFJLEFTxhpn379avEqRKFUyw'] },
  VTC: {
    VTC: [
      'vtc1qgxsy46a865z5awrevvcu9k9ll9h5yl4efgj78g',
      'VmhHwXr3J8xMZpy62WuBGpu3xVvThWzcTQ',
      'vtc1qmzq3erafwvz23yfeu9tu45uz2kx3d7esk0rayg',
      'Vri6Q4GgNFfdtcpxD961TotJwaSaYQCaL5',
    ],
  },
  KMD: { KMD: ['R9TKEwwiDLA2oD7a1jt8YmCoX2cjg1pfEU', 'RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA'] },
  XVG: { XVG: ['DQYMMpqPrnWYZaikKGTQqk5ydUaQw8nkdD', 'DFre88gd87bAZQdnS7dbBLwT6GWiGFMQB6'] },
  XEC: {
    XEC: ['ecash:qruxj7zq6yzpdx8dld0e9hfvt7u47zrw9gswqul42q', 'pzukqjmcyzrkh3gsqzdcy3e3d39cqxhl3gkypy0vjg'],
  },
  DCR: { DCR: ['DsksmLD2wDoA8g8QfFvm99ASg8KsZL8eJFd', 'Dsofok7qyhDLVRXcTqYdFgmGsUFSiHonbWH'] },
  QTUM: {
    QTUM: [
      'QQYySVc5WEe3g6PnNFYmspqG5CfSG8rnma',
      'qc1qytnqzjknvv03jwfgrsmzt0ycmwqgl0as6uywkk',
      'MCgyroQse81wuv5RwPpY5DXDNxeafzLFJ8',
      'QWVNLCXwhJqzut9YCLxbeMTximr2hmw7Vr',
    ],
  },
  ICX: { ICX: ['hx7026f25879cd3129722c8ad48f1d5306c0ab29a5', 'hx1a986a81e2f8a93b5db9981694472ecbce25c23e'] },
  ONE: {
    ONE: ['one1c8dpswxg2p50znzecnq0peuxlxtcm9je7q7yje', 'one1umtfxs80t2a4dr9cx8avjw4003qv9ywegk3pjz'],
    BSC: ['0x280b27f3676db1C4475EE10F75D510Eb527fd155'],
  },
  ZIL: {
    ZIL: ['zil1rjnzearg89jdjgxzey4wcdwy9s55xskqecm7z3', 'zil19thl6znj992nj5dl0j8fzaanjyuegpw45kfh3j'],
    BSC: ['0x7eeDa30AF56Ba0d6D5C8d8c85b35EdDCc0BDf024'],
  },
  WAVES: { WAVES: ['3PB9ffP1YKQer3e7t283gPCLyjEfK8xrGp7', '3P4eeU7v1LMHQFwwT2GW9W99c6vZyytHajj'] },
  XTZ: {
    XTZ: [
      'tz1MP3ha7nPuGjbjNr9Ua1LXrXwi7BLFHzcA',
      'KT1EwXFWoG9bYebmF4pYw72aGjwEnBWefgW5',
      'tz2PdGc7U5tiyqPgTSgqCDct94qd6ovQwP6u',
      'tz3RDC3Jdn4j15J7bBHZd29EUee9gVB1CxD9',
    ],
    BSC: ['0xa00354276d2fC74ee91e37D085d35748613f4748'],
  },
  EOS: { EOS: ['poolpayout12', 'bittrexacct1'], BSC: ['0x30Ee2e87D6adBFcc4d3918b4C7e49BcaFb9E6D47'] },
  NEO: {
    NEO3: ['NLfpGcsubYLnTqb9UfAxCYe9S5xniGSZyR', 'NQDeSDaiFio5DzdcKuzGqhopg1VC9tCM1T'],
    NEO: ['AV1GbznDhQ83ky8kD1acumKGuroKaPk1Hh'],
  },
  IOTA: {
    IOTA: [
      '0xd56d84d660ef19d4003eae1488e7f9b0b79b1e28307f3622638a0b23f7646e1c',
      '0xc7977def3d6fe55ebe9a3d76db273b38e193c6222751cef5a7a11f1253285367',
    ],
    BSC: ['0x8BC53Cd1c3ba83bd0D11F2F4Bfe0819Be8fb9794'],
  },
  RUNE: {
    RUNE: ['thor1z53wwe7md6cewz9sqwqzn0aavpaun0gw0exn2r', 'thor14j5lwl8ulexrqp5x39kmkctv2937694z3jn2dz'],
  },
  INJ: {
    INJ: ['inj14t9p8qgmxrsmyzgxwlkpdt786md26mahcr3ead', 'inj1z52sc5ftt9vkd4n3vxqgusqejr23q55t9l4hqa'],
    ETH: ['0xa140F413C63FBDA84E9008607E678258ffFbC76b'],
    BSC: ['0xAc1ec44E4f0ca7D172B7803f6836De87Fb72b309'],
  },
  TIA: {
    TIA: [
      'celestia1tt4tv4jrs4twdtzwywxd8u65duxgk8y73wvfu2',
      'celestia1mry47pkga5tdswtluy0m8teslpalkdq00tp7xc',
    ],
  },
  NEAR: {
    NEAR: [
      'cc2a3d58e92b0c90a69e43376565d04b64964f12952833f9545324b8e64c4d69',
      '9902c136629fc630416e50d4f2fef6aff867ea7e.lockup.near',
    ],
    BSC: ['0xae78736Cd615f374D3085123A210448E74Fc6393'],
  },
  APT: {
    APT: [
      '0xe697b59d18a5bb620a25e215b172d0a271d64dc2f5900d33fde9a39c83ca3644',
      '0xeeff357ea5c1a4e7bc11b2b17ff2dc2dcca69750bfef1e1ebcaccf8c8018175b',
    ],
  },
  SUI: {
    SUI: [
      '0xd56d84d660ef19d4003eae1488e7f9b0b79b1e28307f3622638a0b23f7646e1c',
      '0xc7977def3d6fe55ebe9a3d76db273b38e193c6222751cef5a7a11f1253285367',
    ],
  },
  TON: {
    TON: [
      'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT',
      'UQDzveoohHHUboq8ENgyhA2wxCPmFLaDRedZRsfYNo5wg4TL',
    ],
  },
  FIL: {
    FIL: [
      'f1mqgsxo2okwqjrid7zixcyu2klklk57sxg6hnnoa',
      'f1ankl5gq3shlypmcrsbp65puy3khhxthcdrb42fi',
      'f1xcbgdhkgkwht3hrrnui3jdopeejsoatkzmoltqy',
      'f17k6e3c22mquyqz7mkquz7r4k2kd4fntkonobfrq',
    ],
    BSC: ['0x86E69340bAF3A19028a7F139d2784478a9Ea1026'],
  },
  HIVE: { HIVE: ['rig-one', 'cpu.miner'] },
  STEEM: { STEEM: ['rig-two', 'steem-demo2'] },
  FTM: {
    FTM: ['0xb0847D84684667Fa1f716c9a955A5448B054eA05', '0x9fe941Bc9429d5199D203A9ed9b95E45c73B03D4'],
    ETH: ['0xde42e41b5825944cDE383643C1771D592759C348'],
  },
  MATIC: {
    ETH: ['0x4976fb03C32e5B8cfe2b6cCB31c09Ba78EBaBa41', '0x1082c55981C2bDb1450ed6E9846BbdE02aEF90b4'],
    POLYGON: ['0x0dEf39cA275f0D5192aF9A860A66a74C4dEf7fc5'],
  },
  OMG: { ETH: ['0x12a63935DDBAbfa5A06Ff23649B3409F6a589B39', '0x4455e5f0038795939c001aa4d296A45956C460AA'] },
};

/** Memos that a coin takes and memos that it refuses. */
export const sampleMemos: Readonly<
  Record<string, { readonly valid: readonly string[]; readonly invalid: readonly string[] }>
> = {
  XRP: { valid: ['0', '12345', '4294967295'], invalid: ['4294967296', '12a', '-1', ''] },
  XLM: {
    valid: ['123456789', 'deposit-77', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    invalid: ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'with space', 'semi:colon'],
  },
  ATOM: { valid: ['1234567', 'memo-A1'], invalid: ['with space', 'a:b'] },
  HBAR: { valid: ['1234567', 'memo-A1'], invalid: ['with space', 'a:b'] },
  IRON: { valid: ['1234567', 'memo-A1'], invalid: ['with space', 'a:b'] },
  EOS: { valid: ['1234567', 'memo-A1'], invalid: ['with space', 'a:b'] },
  RUNE: { valid: ['1234567', 'memo-A1'], invalid: ['with space', 'a:b'] },
  INJ: { valid: ['1234567', 'memo-A1'], invalid: ['with space', 'a:b'] },
  TIA: { valid: ['1234567', 'memo-A1'], invalid: ['with space', 'a:b'] },
  TON: { valid: ['1234567', 'memo-A1'], invalid: ['with space', 'a:b'] },
  HIVE: { valid: ['1234567', 'memo-A1'], invalid: ['with space', 'a:b'] },
  STEEM: { valid: ['1234567', 'memo-A1'], invalid: ['with space', 'a:b'] },
};
