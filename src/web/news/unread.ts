import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Api } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.tsx'
import { useApi } from '../api/use-api.ts'

/** How many news the person has not read, as their profile says: no call of its own. */
export const useUnreadNews = (): number => useQuery(meQuery(useApi())).data?.unread_news ?? 0

/** Has the whole app show another number of unread news. */
export function showUnread(api: Api, unread: number): void {
  queryClient().setQueryData(meQuery(api).queryKey, (me) => {
    if (!me) return me
    const { unread_news: _before, ...rest } = me
    return unread > 0 ? { ...rest, unread_news: unread } : rest
  })
}

/** '4', and '99+' of more than that. */
export const unreadText = (unread: number): string => (unread > 99 ? '99+' : String(unread))

/** Puts the number of unread news before the page's title, as long as the page is open. */
export function useUnreadInTitle(unread: number): void {
  useEffect(() => {
    if (unread === 0) return
    const mark = `(${unreadText(unread)}) `
    document.title = mark + document.title
    return () => {
      if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length)
    }
  }, [unread])
}
