import { busy, type PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';

/** The proof of work of a chain, calculated where those of shares are. */
export function verifying<Verdict>(verifier: PowVerifier): (input: unknown) => Promise<Verdict> {
  return async (input) => {
    const verdict = await verifier.verify(input, 'chain');
    if (verdict === busy) throw new Error('the verifier has too many shares waiting: submit the block again');
    // The dialects of the algorithm say what its verifier takes and gives.
    return verdict as Verdict;
  };
}
