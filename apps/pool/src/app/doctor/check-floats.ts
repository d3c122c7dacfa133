import { formatAmount } from '@openlode/money/amount';
import type { NetworkWallet } from '../../domain/kernel/wallet.ts';
import type { WalletFloat } from '../../domain/kernel/wallet-float.ts';
import { judgeFloat } from '../../domain/treasury/judge-float.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { NodePool } from '../../settings/parse-pool-file.ts';
import { ill, warning, well } from './diagnosis.ts';

/** Whether the wallet of a network has what the file says that it should. */
export async function checkFloats(
  { floats = [] }: Pick<NodePool, 'floats'>,
  wallet: NetworkWallet,
): Promise<Diagnosis[]> {
  const own = floats.filter(({ network }) => network === wallet.network);
  if (own.length === 0) return [];
  try {
    const amounts = await wallet.amounts();
    return own.map((float) => describeFloat(float, amounts.get(float.coin) ?? 0n));
  } catch (error) {
    const why = `what it holds is not known: ${(error as Error).message}`;
    return own.map((float) => ill(subjectOf(float), why, 'Bring its nodes back.'));
  }
}

export function describeFloat(float: WalletFloat, held: bigint): Diagnosis {
  const { coin, target, ceiling } = float;
  const has = `it holds ${formatAmount(held)} ${coin}`;
  const verdict = judgeFloat(float, held);
  switch (verdict.state) {
    case 'within':
      return well(subjectOf(float), `${has}, between ${formatAmount(target)} and ${formatAmount(ceiling)}`);
    case 'short':
      return warning(
        subjectOf(float),
        `${has}, below its target of ${formatAmount(target)}`,
        `Too little for payouts: bring ${formatAmount(verdict.missing)} ${coin}.`,
      );
    case 'over':
      return warning(
        subjectOf(float),
        `${has}, over its ceiling of ${formatAmount(ceiling)}`,
        `Too much for a wallet whose key is on a machine: take ${formatAmount(verdict.excess)} ${coin} to a cold one.`,
      );
  }
}

function subjectOf({ coin, network }: WalletFloat): string {
  return coin === network ? `float ${coin}` : `float ${coin} on ${network}`;
}
