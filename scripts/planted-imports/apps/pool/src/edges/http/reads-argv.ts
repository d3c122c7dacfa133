// breaks: no-restricted-properties
export const planted = process.argv;
