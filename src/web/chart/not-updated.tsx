import { dateText } from '../../shared/dates/date-format.ts'
import { viewerZone } from '../format/viewer-zone.ts'
import { Button } from '../ui/button/button.tsx'

/** When numbers are out of date: the last answer came at `since` (ms since 1970), and later requests failed. */
export type Failure = { since: number; retry: () => void }

/** A quiet line that says that the numbers shown are no longer live. */
export function NotUpdated({ since, retry }: Failure) {
  const time = dateText(new Date(since), { hour: 'numeric', minute: '2-digit', timeZone: viewerZone() })
  return (
    <p className="flex items-center text-ink-2">
      Last read at {time}
      <Button variant="ghost" size="sm" className="px-2! text-caption!" onClick={retry}>
        Retry
      </Button>
    </p>
  )
}
