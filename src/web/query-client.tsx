import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { onPersonChange } from './session/session.ts'

// A refusal stays a refusal; only what may pass by itself is tried again.
function isTransient(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  return status === 0 || status === 502 || status === 503 || status === 504
}

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Without a network it fails, and says so, instead of waiting without a word; and is tried again with one.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
    },
  })

let browserClient: QueryClient | undefined

/** The browser's one cache, kept while pages change, and emptied when someone else, or nobody, is signed in. */
export function queryClient(): QueryClient {
  if (!browserClient) {
    const client = createQueryClient()
    onPersonChange(() => client.clear())
    browserClient = client
  }
  return browserClient
}

/**
 * Gives the screens below it the query cache. Not at the root: a shared link opened by a visitor needs none of it,
 * and it is an eighth of what such a page would load.
 */
export function QueryScope({ children }: { children: ReactNode }) {
  const [client] = useState(() => (typeof window === 'undefined' ? createQueryClient() : queryClient()))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
