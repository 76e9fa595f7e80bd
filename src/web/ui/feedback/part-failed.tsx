import { offlineMessage, useOnline } from '../../browser/connection.ts'
import { buttonClass } from '../button/button.tsx'

type PartFailedProps = {
  /** Loading failed again although there is a connection: only a new page may help. */
  isGone: boolean
  onRetry: () => void
}

/** Replaces a part of the page that could not be loaded. */
export function PartFailed({ isGone, onRetry }: PartFailedProps) {
  const isOnline = useOnline()
  const reloads = isOnline && isGone
  return (
    <div role="alert" className="grid justify-items-center gap-2 py-6 text-center text-small text-ink-2">
      <p>{isOnline ? 'This part could not be loaded.' : offlineMessage}</p>
      {/* Not `Button`, which a public page does not load at first. */}
      <button
        type="button"
        onClick={reloads ? () => window.location.reload() : onRetry}
        className={buttonClass({ size: 'sm' })}
      >
        {reloads ? 'Reload' : 'Retry'}
      </button>
    </div>
  )
}
