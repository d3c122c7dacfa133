// breaks: no-restricted-properties
export const planted = (request: { readonly ip: string }) => request.ip;
