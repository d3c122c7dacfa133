import { configure, prettyDOM } from '@testing-library/react';
import { offerFewTimeZones } from './few-time-zones.ts';
import { keepNoOwnerStacks } from './no-owner-stacks.ts';
import { answerComputedStylesByTag } from './plain-computed-style.ts';

answerComputedStylesByTag();
keepNoOwnerStacks();
offerFewTimeZones();

configure({
  // Parts of a page come in chunks of their own, which a busy machine may take a while to load.
  asyncUtilTimeout: 30_000,
  // A wait throws at each look, and only its last error is read: the page is printed for that one alone.
  getElementError: (message, container) => {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    let text: string | undefined;
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => (text ??= `${message ?? ''}\n\n${prettyDOM(container) || ''}`),
    });
    return error;
  },
});
