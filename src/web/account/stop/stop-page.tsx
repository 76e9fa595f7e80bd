import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type AnswerOf, ApiError } from '../../api/client.ts'
import { messageOf, useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { crossArt, EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { kindNames } from '../notifications/kind-texts.ts'
import { useFragment } from '../use-fragment.ts'

/**
 * Stops mails of a kind by the link of one, without signing in (docs/product/ways.md#stopping-without-signing-in). The
 * link's token stands in the fragment of the address, which no server sees; nothing happens before the button is
 * pressed, since programs open links too.
 */
export function StopPage() {
  const token = useFragment()
  const [tries, setTries] = useState(1)
  return (
    <AuthLayout title="Mails from us">
      {token === '' && <NoLink />}
      {token && <Mails key={`${tries} ${token}`} token={token} onRetry={() => setTries(tries + 1)} />}
      <p className="text-small text-ink-2">
        All that you hear of stands under{' '}
        <Link to="/profile/notifications" className="link text-ink">
          Notifications
        </Link>
        .
      </p>
    </AuthLayout>
  )
}

type Stop = AnswerOf<'POST /api/v1/mail-stops/use'>

type MailsProps = { token: string; onRetry: () => void }

function Mails({ token, onRetry }: MailsProps) {
  const api = useApi()
  const [found, setFound] = useState<Stop | 'not_found' | 'failed' | null>(null)
  const [isPressed, setIsPressed] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    api('POST /api/v1/mail-stops/check', { body: { token } }, { signal }).then(setFound, (error: unknown) => {
      if (!signal.aborted)
        setFound(error instanceof ApiError && error.status === 404 ? 'not_found' : 'failed')
    })
    return () => leaving.abort()
  }, [api, token])

  const [problem, setProblem] = useState<string | null>(null)
  const { run, isBusy } = useAct({
    send: (api, isOn: boolean) => {
      setProblem(null)
      return api('POST /api/v1/mail-stops/use', { body: { token, is_on: isOn } })
    },
    after: (stop) => {
      setFound(stop)
      setIsPressed(true)
    },
    onRefused: (error) => {
      setProblem(messageOf(error))
      return true
    },
  })

  if (found === null) return <p className="text-ink-2">Looking at the link …</p>
  if (found === 'not_found') return <NoLink />
  if (found === 'failed') return <ErrorState message="Failed to look at the link" onRetry={onRetry} />
  const name = kindNames[found.kind]
  return (
    <div className="stack gap-4">
      {found.is_on ? (
        <p className="text-ink-2">
          You get mails about <strong className="font-semibold text-ink">{name}</strong>, once a day at most.
        </p>
      ) : (
        <Banner tone={isPressed ? 'good' : 'note'}>You get no more mails about “{name}”.</Banner>
      )}
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Button
        variant={found.is_on ? 'primary' : 'quiet'}
        size="lg"
        block
        busy={isBusy}
        onClick={() => void run(!found.is_on)}
      >
        {found.is_on ? 'Stop these mails' : 'Send them again'}
      </Button>
    </div>
  )
}

const NoLink = () => (
  <EmptyState art={crossArt} title="This link does not work">
    It is not complete, or the account is gone. Please open it from the mail.
  </EmptyState>
)
