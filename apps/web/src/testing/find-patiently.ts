import { configure } from '@testing-library/react';

// Parts of a page come in chunks of their own, which a busy machine may take a while to load.
configure({ asyncUtilTimeout: 30_000 });
