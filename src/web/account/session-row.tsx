import { ageText } from '../time/age-text.ts'
import { useViewerTime } from '../time/viewer-time.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { OwnSession } from './own-sessions.ts'

type SessionRowProps = { session: OwnSession; isEnding: boolean; onEnd: () => void }

/** One place: its device, since when, how lately. The place one looks from is left by signing out. */
export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const viewer = useViewerTime()
  const { device, created_at, refreshed_at, is_current } = session
  return (
    <li className="flex min-h-16 items-center gap-3 p-3">
      <div className="min-w-0 flex-1">
        <p className="text-small font-semibold">{device}</p>
        <p className="text-caption text-ink-3">
          Signed in {ageText(created_at, viewer)}
          {!is_current && ` · Last used ${ageText(refreshed_at, viewer)}`}
        </p>
      </div>
      {is_current ? (
        <Badge tone="good">This device</Badge>
      ) : (
        <Button size="sm" busy={isEnding} onClick={onEnd}>
          End<span className="sr-only"> the session on {device}</span>
        </Button>
      )}
    </li>
  )
}
