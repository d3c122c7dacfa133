// breaks: imports-lead-somewhere
export const planted = (name: string) => import(`../domain/${name}.ts`);
