import type { Api, ApiError, RequestOf } from '../api/client.ts'
import { hearServer, isAway } from '../browser/connection.ts'
import { readStoredSession } from '../session/session.ts'

type Loose = (name: string, ...rest: unknown[]) => Promise<unknown>

const loadKeeper = () => import('./keeper.ts')

/**
 * The same calls; what they answer to the signed-in person is kept, and given again while the server is out of reach
 * (docs/product/offline.md#what-is-kept). Nothing else is: a call that changes something fails, as it always did.
 */
export const keeping = (api: Api): Api =>
  (async (name: string, ...rest: [RequestOf['input']?]) => {
    const isKept = name.startsWith('GET') && readStoredSession() !== null
    try {
      const answer = await (api as Loose)(name, ...rest)
      hearServer()
      // Never waited for, and a failure changes nothing: online, a page is as quick and as whole as without it.
      if (isKept)
        loadKeeper()
          .then(({ keep }) => keep(name, rest[0], answer))
          .catch(() => {})
      return answer
    } catch (error) {
      const { code, status } = error as Partial<ApiError>
      if (status) hearServer()
      else if (code === 'network' && isKept && isAway())
        return (await loadKeeper()).recall(name, rest[0], error)
      throw error
    }
  }) as Api
