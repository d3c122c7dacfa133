// breaks: no-restricted-properties
export const planted = ({ ip }: { readonly ip: string }) => ip;
