import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../ui/button/button.tsx'
import { sessionsQuery, useEndSessions } from './own-sessions.ts'

/** Offered after a change of what can sign the person in: sessions that began before the change still work. */
export function SignOutElsewhere() {
  const { data: sessions = [] } = useQuery(sessionsQuery(useApi()))
  const { others } = useEndSessions(() => {})
  const count = sessions.filter(({ is_current }) => !is_current).length
  return (
    <div role="status">
      {count > 0 && (
        <div className="surface flex flex-wrap items-center justify-between gap-3 p-3">
          <p className="text-small text-ink-2">
            You are still signed in at {count === 1 ? 'one other place' : `${count} other places`}.
          </p>
          <Button size="sm" busy={others.isBusy} onClick={() => void others.run()}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </div>
  )
}
