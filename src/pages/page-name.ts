import { isApiPath } from '../platform/http/server.ts'
import { pageKey } from './cache/page-cache.ts'

/** The kind of page that an address leads to, for counting: one of six names, whatever the address. */
export function pageName(method: string, path: string): string {
  const isPage = (method === 'GET' || method === 'HEAD') && !isApiPath(path)
  if (!isPage) return 'unknown'
  const [first, second] = pageKey(path)?.split('/') ?? []
  if (first === undefined || first === 'ledger') return 'page other'
  if (second !== undefined) return first === 'l' || first === 'product' ? 'page product' : 'page list'
  // A profile, or a page with a name of its own, such as /login.
  return first === 'feed' ? 'page feed' : 'page of one part'
}
