import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { onPersonChange } from '../session/session.ts'
import { isAdmins } from './query.ts'

// A refusal stays a refusal; only failures that may pass are tried again.
function isTransient(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  return status === 0 || status === 502 || status === 503 || status === 504
}

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // What admins base decisions on is asked for again whenever it is shown.
        staleTime: ({ queryKey: [name] }) => (isAdmins(name) ? 0 : 30_000),
        // Without a network a query fails and says so, instead of pausing; it is tried again when the connection
        // returns.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
    },
  })

let browserClient: QueryClient | undefined

/** The browser's only cache. It outlives pages, and is emptied when somebody else, or nobody, is signed in. */
export function queryClient(): QueryClient {
  if (!browserClient) {
    const client = createQueryClient()
    onPersonChange(() => client.clear())
    browserClient = client
  }
  return browserClient
}

/**
 * Gives the screens below it the query cache. Not at the root: a visitor's shared link does not need it, and it is an
 * eighth of what such a page loads.
 */
export function QueryScope({ children }: { children: ReactNode }) {
  const [client] = useState(() => (typeof window === 'undefined' ? createQueryClient() : queryClient()))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
