/** `transfer(address,uint256)` of TRC-20, whose calls are written as those of Ethereum: an address without the byte in front. */
export const transferSelector = 'transfer(address,uint256)';
const selector = 'a9059cbb';
/** The event of a transfer: Keccak-256 of `Transfer(address,address,uint256)`. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const word = /^[0-9a-f]{64}$/;
/** Twelve bytes of zero stand before an address. */
const addressWord = /^0{24}[0-9a-f]{40}$/;

/** An account as an argument of a call. @param account 21 bytes in hex */
export function accountWord(account: string): string {
  return account.slice(2).padStart(64, '0');
}

/** The arguments of a transfer, in hex. */
export function transferArguments(payee: string, units: bigint): string {
  return accountWord(payee) + units.toString(16).padStart(64, '0');
}

/** The call by which a token is paid, in hex. */
export function transferData(payee: string, units: bigint): string {
  return selector + transferArguments(payee, units);
}

/** Reads such a call; undefined where it is none, or anything stands in its padding or behind it. */
export function readTransferData(
  data: string,
): { readonly payee: string; readonly units: bigint } | undefined {
  const [payee, units] = [data.slice(8, 72), data.slice(72)];
  if (!data.startsWith(selector) || !addressWord.test(payee) || !word.test(units)) return undefined;
  return { payee: accountIn(payee), units: BigInt(`0x${units}`) };
}

/** What a contract reports of a payment. Accounts are 21 bytes in hex. */
export interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

/** What a contract reports: addresses without the byte in front. */
export interface ContractLog {
  /** 20 bytes in hex. */
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Reads an event; undefined for one of another kind. What is not written just as TRC-20 says is of another form. */
export function readTransfer({ topics, data }: ContractLog): Transfer | 'another form' | undefined {
  const [topic, from = '', to = '', ...more] = topics;
  if (topic !== transferTopic) return undefined;
  if (more.length > 0 || !addressWord.test(from) || !addressWord.test(to) || !word.test(data))
    return 'another form';
  return { from: accountIn(from), to: accountIn(to), units: BigInt(`0x${data}`) };
}

/** The event of such a payment. */
export function logOfTransfer(contract: string, { from, to, units }: Transfer): ContractLog {
  return {
    address: contract.slice(2),
    topics: [transferTopic, accountWord(from), accountWord(to)],
    data: units.toString(16).padStart(64, '0'),
  };
}

function accountIn(argument: string): string {
  return `41${argument.slice(24)}`;
}

export interface TokenPayment {
  readonly token: string;
  readonly account: string;
  readonly payee: string;
  readonly units: bigint;
}

/**
 * How what a token reports differs from a payment, in words; undefined where it reports exactly this one from the account. That a token was paid is said by its contract alone.
 */
export function differenceInLogs(
  logs: readonly ContractLog[],
  { token, account, payee, units }: TokenPayment,
): string | undefined {
  const read = logs.filter(({ address }) => address === token.slice(2)).map(readTransfer);
  if (read.includes('another form')) return 'reports a payment in a form of its own';
  const own = read.filter((each) => typeof each === 'object').filter(({ from }) => from === account);
  const [paid, another] = own;
  if (paid === undefined) return 'reports no payment';
  const isSame = another === undefined && paid.to === payee && paid.units === units;
  return isSame ? undefined : 'reports other payments than it was sent for';
}
