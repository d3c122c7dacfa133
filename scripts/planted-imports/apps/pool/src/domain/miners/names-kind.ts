// breaks: kind-has-one-file
export const isMadeUp = (kind: string): boolean => kind === 'sandbox';
