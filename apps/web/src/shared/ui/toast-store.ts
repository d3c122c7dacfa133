/** A short message at the bottom of the page. */
export interface Toast {
  readonly id: number;
  readonly tone: 'success' | 'warning' | 'error';
  readonly text: string;
}

const defaultTexts = {
  success: 'Success!',
  warning: 'An error occurred',
  error: 'An error occurred',
} as const satisfies Record<Toast['tone'], string>;

const shownMs = 3000;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/** Shows a message for three seconds; the same text is not shown twice at once. */
export function showToast(tone: Toast['tone'], text?: string): void {
  const words = text === undefined || text === '' ? defaultTexts[tone] : text;
  if (toasts.some((toast) => toast.text === words)) return;
  const id = ++lastId;
  setToasts([...toasts, { id, tone, text: words }]);
  setTimeout(() => closeToast(id), shownMs);
}

export function closeToast(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id));
}

export function readToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
