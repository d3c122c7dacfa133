import '../shared/ui/tokens.css';
import '../shared/ui/base.css';
import './outline.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { buildQueryClient } from '../shared/api/query-client.ts';
import { followTheme } from '../shared/theme/theme.ts';
import { buildRouter } from './router.tsx';

const queryClient = buildQueryClient();
const router = buildRouter({ queryClient });
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

followTheme();

function draw(target: HTMLElement): void {
  createRoot(target).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

// index.html already shows the page's outline: it stays until there is more to show, but never for long.
void Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, 1500))]).finally(() =>
  draw(root),
);
