import {
  addressesOfScript,
  addressOfScript,
  type AddressPrefixes,
  isKeyTemplate,
  outputScript,
} from '@openlode/mining/address-payment';
import { OutScript } from '@scure/btc-signer';
import type { ReadTransaction } from './read-transaction.ts';
import { type CoinKind, coinKindOf } from './transaction-size.ts';

/** Which addresses are the pool's own, and how others are spelled. */
export interface AddressBook {
  /** The pool's own, as the operator spells them; change goes to the first. */
  readonly own: readonly string[];
  readonly changeScript: Uint8Array;
  /** What all of the pool's own coins lie at. */
  readonly coins: CoinKind;
  /**
   * How the pool names a transaction, in everything that it keeps and compares. Of coins whose signatures stand in witnesses by its id. Of others by
   * its effect, because anyone on its way can write its signatures in another form, which changes its id and nothing else: whatever id
   * its chain has it under, it is the same payment.
   */
  nameOf(transaction: Pick<ReadTransaction, 'txid' | 'effect'>): string;
  isOwn(script: Uint8Array): boolean;
  /** The script that pays a miner's address; undefined where there is none, or what it pays could be lost. */
  scriptOf(address: string): Uint8Array | undefined;
  /**
   * The addresses of the scripts of a transaction: an own one as the operator spells it, another one as the first address of `spelled` has
   * it that pays to the same script and was not taken for a script before it, else as its network spells it first. Undefined where a script
   * pays to no address.
   */
  spell(scripts: readonly Uint8Array[], spelled: readonly string[]): readonly (string | undefined)[];
  /** Every address that pays to the script of this one, as miners may spell it; none where it is none. */
  allSpellings(address: string): readonly string[];
  /** What `spell` has to be told to find these addresses again: those of scripts of which one is spelled otherwise than its network would. */
  spellingsOf(addresses: readonly string[]): readonly string[];
}

/**
 * @param own at least one address of the network that is paid on
 * @param network how that network spells addresses
 * @param miners how miners spell theirs: as on the main network, on a test network too, where the same key has the same script
 * @throws RangeError where an own address is none of the network, or not of the one kind of coins that is spent on it, see `coinsOn`
 */
export function addressBook(
  own: readonly [string, ...string[]],
  network: AddressPrefixes,
  miners: AddressPrefixes,
): AddressBook {
  const coins = coinsOn(network);
  const scripts = own.map((address) => {
    const script = outputScript(network, address);
    if (script === undefined || coinKindOf(script) !== coins)
      throw new RangeError(`${address} is no address of a ${spelledKinds[coins]} of the network`);
    return script;
  });
  const ownOf = new Map(scripts.map((script, at) => [keyOf(script), own[at]]));
  const [changeScript = new Uint8Array()] = scripts;
  const keyOfAddress = (address: string): string | undefined => {
    const script = outputScript(miners, address);
    return script && keyOf(script);
  };
  return {
    own,
    changeScript,
    coins,
    nameOf: ({ txid, effect }) => (coins === 'key-hash' ? effect : txid),
    isOwn: (script) => ownOf.has(keyOf(script)),
    scriptOf(address) {
      const script = outputScript(miners, address);
      return script !== undefined && hasRules(script) ? script : undefined;
    },
    spell(scripts, spelled) {
      const left = spelled.map((address) => ({ address, key: keyOfAddress(address) }));
      return scripts.map((script) => {
        const key = keyOf(script);
        const at = left.findIndex((each) => each.key === key);
        const [taken] = at < 0 ? [] : left.splice(at, 1);
        return ownOf.get(key) ?? taken?.address ?? addressOfScript(miners, script);
      });
    },
    allSpellings(address) {
      const script = outputScript(miners, address);
      return script === undefined ? [] : addressesOfScript(miners, script);
    },
    spellingsOf(addresses) {
      const all = addresses.map((address) => ({ address, script: outputScript(miners, address) }));
      const others = all.filter(
        ({ address, script }) => script && addressOfScript(miners, script) !== address,
      );
      const keys = new Set(others.map(({ address }) => keyOfAddress(address)));
      return addresses.filter((address) => keys.has(keyOfAddress(address)));
    },
  };
}

/** What is spent on a network: coins of witness keys, or those of key hashes where it has no witnesses. */
export function coinsOn({ segwit }: Pick<AddressPrefixes, 'segwit'>): CoinKind {
  return segwit.length > 0 ? 'witness-key' : 'key-hash';
}

/** In words for an operator. */
export const spelledKinds: Readonly<Record<CoinKind, string>> = {
  'witness-key': 'witness key',
  'key-hash': 'key hash',
};

/**
 * What a witness of a version beyond 1 has to hold is not decided: anyone could take what is paid to it. Version 1 holds a key, and half of
 * all numbers of 32 bytes are none: no one could ever spend what is paid to those.
 */
function hasRules(script: Uint8Array): boolean {
  return isKeyTemplate(script) || OutScript.decode(script).type !== 'unknown';
}

function keyOf(script: Uint8Array): string {
  return Buffer.from(script).toString('hex');
}
