import { type InfiniteData, type QueryKey, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

/**
 * usePages reads a list page by page. The first page is asked for without a cursor; the
 * hook of openapi-react-query sends 0 for it. With `keep`, the rows of another filter stay
 * until the new ones come.
 */
export function usePages<P>(
  key: QueryKey,
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<{ data?: P }>,
  next: (last: P) => string | null | undefined,
  keep?: 'keep',
) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => (await ask(pageParam, signal)).data!,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: P) => next(last) ?? undefined,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
}

/** rowsOf are the rows of all pages so far. */
export function rowsOf<Row>(data: InfiniteData<{ data: Row[] }> | undefined): Row[] {
  return data?.pages.flatMap((page) => page.data) ?? [];
}

/** cursorOf is where a list goes on that tells so by `hasMore` and `nextCursor`. */
export function cursorOf(last: { hasMore: boolean; nextCursor?: string | null }): string | null | undefined {
  return last.hasMore ? last.nextCursor : undefined;
}
