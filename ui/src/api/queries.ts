import { QueryClient } from '@tanstack/react-query';
import { asFault } from './fault';

/** makeQueries is the cache of answers, one for the page and one for each test. */
export function makeQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A refusal stays one. What failed by itself is tried once more, then shown.
        retry: (count, error) => !asFault(error).refused && count < 1,
        retryDelay: 500,
      },
      mutations: { retry: false },
    },
  });
}

export const queries = makeQueries();
