import { listedPages } from '@openlode/catalogue/site-pages';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { buildRouter } from '../router.tsx';

const router = buildRouter({ queryClient: new QueryClient(), history: createMemoryHistory() });

describe('the pages of the catalogue', () => {
  it('each have a route, and every route that is no redirect is one of them', () => {
    const routes = Object.keys(router.routesByPath)
      // A parameter may be missing: `/address/{-$address}` is `/address`, too.
      .map((path) => path.replaceAll(/\/\{-[^}]*\}/g, '') || '/')
      .filter((path) => path !== '/kit');
    const redirects = new Set(['/$', '/coins', '/coins/$symbol', '/coins/$symbol/address']);
    expect(routes.filter((path) => !redirects.has(path)).toSorted()).toEqual(
      listedPages.map(({ path }) => path).toSorted(),
    );
  });

  it('each have a path and a title of their own', () => {
    expect(new Set(listedPages.map(({ path }) => path)).size).toBe(listedPages.length);
    expect(new Set(listedPages.map(({ title }) => title)).size).toBe(listedPages.length);
  });
});
