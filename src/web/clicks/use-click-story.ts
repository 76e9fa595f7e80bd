import { useQuery } from '@tanstack/react-query'
import { clicksQuery } from '../queries.ts'
import { useApi } from '../use-api.ts'
import { usePeriod } from './period.ts'
import { timeZone } from './time-zone.ts'

/** The clicks of one's own product in the chosen period, live, and how to choose another. */
export function useClickStory(productId: string, ownerId: string) {
  const api = useApi()
  const [period, choose] = usePeriod()
  const query = useQuery(clicksQuery(api, { productId, period, tz: timeZone(), viewer: ownerId }))
  return { period, choose, query }
}

export type LiveClicks = ReturnType<typeof useClickStory>
