import { Button } from '../ui/button/button.tsx'

/** Why numbers stand still: the last answer came at `since` (ms), and later questions failed. */
export type Failure = { since: number; retry: () => void }

/** The last numbers stay; a quiet line says that they are not live any more. */
export function NotUpdated({ since, retry }: Failure) {
  const time = new Date(since).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  return (
    <p className="flex items-center text-ink-2">
      Last read at {time}
      <Button variant="ghost" size="sm" className="px-2! text-caption!" onClick={retry}>
        Retry
      </Button>
    </p>
  )
}
