import { useQuery } from '@tanstack/react-query'
import { useApi } from '../product/use-api.ts'
import { clicksQuery } from '../queries.ts'
import { usePeriod } from './period.ts'

/** The clicks of one's own product in the chosen period, live, and how to choose another. */
export function useClickStory(productId: string, ownerId: string) {
  const api = useApi()
  const [period, choose] = usePeriod()
  const query = useQuery(clicksQuery(api, { productId, period, tz: timeZone(), viewer: ownerId }))
  return { period, choose, query }
}

/** Where the viewer is, as an IANA name; some browsers have one of their own for not knowing it. */
function timeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone === 'Etc/Unknown' ? 'UTC' : zone
}

export type LiveClicks = ReturnType<typeof useClickStory>
