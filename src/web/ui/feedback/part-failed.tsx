import { offlineMessage, useOnline } from '../../browser/connection.ts'
import { buttonClass } from '../button/button.tsx'

type PartFailedProps = {
  /** It did not come when it was asked for again, so that only a new page may help, where there is a connection. */
  isGone: boolean
  onRetry: () => void
}

/** In the place of a part of the page that could not be loaded. */
export function PartFailed({ isGone, onRetry }: PartFailedProps) {
  const isOnline = useOnline()
  const reloads = isOnline && isGone
  return (
    <div role="alert" className="grid justify-items-center gap-2 py-6 text-center text-small text-ink-2">
      <p>{isOnline ? 'This part could not be loaded.' : offlineMessage}</p>
      {/* Not `Button`, which a public page's first load does without. */}
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
