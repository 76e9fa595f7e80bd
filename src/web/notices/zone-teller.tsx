import { useEffect } from 'react'
import { useApi } from '../api/use-api.ts'

/** Says once by which clock a person lives, so that their mornings and quiet hours are theirs. Shows nothing. */
export function ZoneTeller() {
  const api = useApi()
  useEffect(() => {
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    // Without an answer it is said again on the next visit.
    void api('PUT /api/v1/me/ways/zone', { body: { time_zone, by: 'browser' } }).catch(() => {})
  }, [api])
  return null
}
