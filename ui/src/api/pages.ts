import { type InfiniteData, type QueryKey, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

/** More pages than these nobody asks for again by the clock. */
const fewPages = 4;

/**
 * usePages reads a list page by page. The first page is asked for without a cursor; the
 * hook of openapi-react-query sends 0 for it. With `keep`, the rows of another filter stay
 * until the new ones come. With `every`, all pages are read again after so many
 * milliseconds, as long as they are few.
 */
export function usePages<P>(
  key: QueryKey,
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<{ data?: P }>,
  next: (last: P) => string | null | undefined,
  { keep, every }: { keep?: boolean; every?: number } = {},
) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => (await ask(pageParam, signal)).data!,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: P) => next(last) ?? undefined,
    refetchInterval: ({ state }) => (every !== undefined && isFew(state.data) ? every : false),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
}

/** isFew tells whether so many pages are still read again by the clock. */
export const isFew = (data: InfiniteData<unknown> | undefined) => (data?.pages.length ?? 0) <= fewPages;

/** rowsOf are the rows of all pages so far. */
export function rowsOf<Row>(data: InfiniteData<{ data: Row[] }> | undefined): Row[] {
  return data?.pages.flatMap((page) => page.data) ?? [];
}

/** cursorOf is where a list goes on that tells so by `hasMore` and `nextCursor`. */
export function cursorOf(last: { hasMore: boolean; nextCursor?: string | null }): string | null | undefined {
  return last.hasMore ? last.nextCursor : undefined;
}
