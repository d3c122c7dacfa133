/** An octagon of rock with a seam of copper. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 22 22" width="22" height="22" aria-hidden="true">
      <path d="M1 6.5 6.5 1h9L21 6.5v9L15.5 21h-9L1 15.5z" fill="currentColor" />
      <path d="M-1 16.5 7.5 12l5 1.25L23 6" fill="none" stroke="var(--bg)" strokeWidth="6" />
      <path d="M1 15.45 7.5 12l5 1.25L21 7.4" fill="none" stroke="var(--copper)" strokeWidth="3" />
    </svg>
  );
}
