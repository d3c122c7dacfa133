/** What the operating system and PostgreSQL (its manual, appendix A) call a disk that takes nothing more, and a quota. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error, or what caused it, says that a disk is full. The embedded database says it in words only. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code: errorCode } = error as { readonly code?: unknown };
  if (typeof errorCode === 'string' && codes.has(errorCode)) return true;
  return /no space left on device|disk quota exceeded/i.test(error.message) || isDiskFull(error.cause);
}
