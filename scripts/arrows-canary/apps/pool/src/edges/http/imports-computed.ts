// breaks: imports-lead-somewhere
export const planted = (name: string) => import(`../services/${name}.ts`);
