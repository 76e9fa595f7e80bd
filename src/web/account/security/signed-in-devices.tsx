import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useNearView } from '../../browser/use-near-view.ts'
import { ageText } from '../../format/age-text.ts'
import { useViewerTime } from '../../format/viewer-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { RowSkeleton } from '../row-skeleton.tsx'
import { type OwnSession, sessionsQuery, useEndSessions } from './own-sessions.ts'

/** How many are shown at first: a person who signs in often has dozens. */
const firstShown = 5

/** The person's sessions, each with a button to end it (docs/product/profile.md#where-you-are-signed-in). */
export function SignedInDevices() {
  const part = useRef<HTMLDivElement>(null)
  const isNear = useNearView(part)
  const sessions = useQuery({ ...sessionsQuery(useApi()), enabled: isNear })
  return (
    <SettingsSection
      title="Where you are signed in"
      note="A place you do not know? End it, then change your password."
    >
      {/* Takes the focus when the focused row is removed. */}
      <div ref={part} tabIndex={-1} className="stack gap-3 outline-none">
        {sessions.data && <Devices sessions={sessions.data} part={part} />}
        {sessions.isPending && <RowSkeleton />}
        {sessions.isLoadingError && (
          <div role="alert" className="surface flex items-center justify-between gap-3 p-3">
            <p className="text-small text-ink-2">Failed to load where you are signed in</p>
            <Button size="sm" busy={sessions.isFetching} onClick={() => void sessions.refetch()}>
              Retry
            </Button>
          </div>
        )}
      </div>
    </SettingsSection>
  )
}

type DevicesProps = {
  sessions: OwnSession[]
  part: RefObject<HTMLElement | null>
}

function Devices({ sessions, part }: DevicesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const { one, others } = useEndSessions(() => part.current?.focus())
  const shown = showsAll ? sessions : sessions.slice(0, firstShown)
  return (
    <>
      <ul className="surface divide-y overflow-hidden">
        {shown.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={one.current?.id === session.id}
            onEnd={() => void one.run(session)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {shown.length < sessions.length && (
          <Button onClick={() => setShowsAll(true)}>Show all {sessions.length}</Button>
        )}
        {sessions.some(({ is_current }) => !is_current) && (
          <Button busy={others.isBusy} onClick={() => void others.run()}>
            Sign out everywhere else
          </Button>
        )}
      </div>
    </>
  )
}

type SessionRowProps = { session: OwnSession; isEnding: boolean; onEnd: () => void }

/** One session: its device, when it began and when it was last used. The current one is left by signing out. */
function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
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
