import { dogecoin } from '../../../chains/bitcoin/chain-facts.ts';
import { litecoinFacts } from './fake-nodes.ts';

const { regtest } = litecoinFacts.networks;

/**
 * Dogecoin, with litecoinds for its nodes: its addresses, coins and amounts on a chain that begins as Litecoin's test network does. No node of Dogecoin
 * itself runs in suites.
 */
export const keyHashFacts: typeof litecoinFacts = {
  ...dogecoin,
  maturity: litecoinFacts.maturity,
  networks: {
    ...dogecoin.networks,
    regtest: { ...dogecoin.networks.regtest, name: regtest.name, genesis: regtest.genesis },
  },
};
