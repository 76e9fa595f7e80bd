import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerOf } from '../../api/client.ts'
import { ownProductsKey, ownProductsQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { useHistoryEntry } from '../../browser/use-history-entry.ts'

export type OwnPage = AnswerOf<'GET /api/v1/me/products'>
export type OwnItem = OwnPage['items'][number]
type Pages = InfiniteData<OwnPage, string>

/**
 * The loaded part of a list of the person's products; while it loads for this history entry, the cached first page of
 * an earlier visit.
 */
export function useOwnList(category?: string) {
  const api = useApi()
  const client = useQueryClient()
  const entry = useHistoryEntry()
  const query = useInfiniteQuery({
    ...ownProductsQuery(api, category, entry),
    placeholderData: () =>
      firstPage(latest(client.getQueriesData<Pages>({ queryKey: ownProductsKey(category) }))),
  })
  const { data } = query
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data])
  return { query, items, entry }
}

const latest = (lists: [unknown, Pages | undefined][]) => lists.findLast(([, pages]) => pages)?.[1]

/** Undefined where the list was empty: 'empty' is shown only after an answer. */
function firstPage(pages: Pages | undefined): Pages | undefined {
  if (!pages?.pages[0]?.items.length) return undefined
  return { pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) }
}
