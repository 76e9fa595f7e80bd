import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { messageOf, useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { momentText } from '../../format/when-text.ts'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { crossArt, EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFragment } from '../use-fragment.ts'
import { changeText, type UndoLink } from './undo-texts.ts'

/**
 * Takes back changes of an account by the link of a mail (docs/product/undo.md#the-page). The link's token stands in
 * the fragment of the address, which no server sees; nothing happens before the button is pressed, since programs open
 * links too.
 */
export function UndoPage() {
  const token = useFragment()
  const [tries, setTries] = useState(1)
  return (
    <AuthLayout title="Take back changes">
      {token === '' && <NoLink />}
      {token && <Changes key={`${tries} ${token}`} token={token} onRetry={() => setTries(tries + 1)} />}
      <p className="text-small text-ink-2">
        <Link to="/login" className="link text-ink">
          Back to log in
        </Link>
      </p>
    </AuthLayout>
  )
}

/** What is known of the link: nothing yet, what it says, that it does not work, or that asking failed. */
type Found = UndoLink | 'not_found' | 'failed' | null

type ChangesProps = { token: string; onRetry: () => void }

function Changes({ token, onRetry }: ChangesProps) {
  const api = useApi()
  const [found, setFound] = useState<Found>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    api('POST /api/v1/undo-links/check', { body: { token } }, { signal }).then(setFound, (error: unknown) => {
      if (!signal.aborted) setFound(isNotFound(error) ? 'not_found' : 'failed')
    })
    return () => leaving.abort()
  }, [api, token])

  if (found === null) return <p className="text-ink-2">Looking at the link …</p>
  if (found === 'not_found') return <NoLink />
  if (found === 'failed') return <ErrorState message="Failed to look at the link" onRetry={onRetry} />
  return found.is_done ? <Done /> : <Offer token={token} link={found} onDone={setFound} />
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

type OfferProps = { token: string; link: UndoLink; onDone: (done: UndoLink) => void }

function Offer({ token, link, onDone }: OfferProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const { run, isBusy } = useAct({
    send: (api) => {
      setProblem(null)
      return api('POST /api/v1/undo-links/use', { body: { token } })
    },
    after: onDone,
    onRefused: (error) => {
      setProblem(messageOf(error))
      return true
    },
  })

  return (
    <div className="stack gap-4">
      <p className="text-ink-2">Until {momentText(link.until)} you can take this back:</p>
      <Panel>
        <ul className="stack gap-3 text-small">
          {link.changes.map((change) => (
            <li key={`${change.means} ${change.name} ${change.changed_at}`} className="min-w-0">
              <span className="break-words">{changeText(change)}</span>
              <span className="block text-caption text-ink-3">{momentText(change.changed_at)}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <p className="text-small text-ink-2">
        What was added goes, and what was removed returns. Every device is signed out, and nothing is paid out
        for seven days.
        {link.changes.some(({ means }) => means === 'password') &&
          ' The changed password does not work any more: you then set a new one by a link that we mail to you.'}{' '}
        Taking back cannot be taken back.
      </p>
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Button variant="primary" size="lg" block busy={isBusy} onClick={() => void run()}>
        Take back
      </Button>
    </div>
  )
}

const Done = () => (
  <div className="stack gap-4">
    <Banner tone="good">The changes are taken back.</Banner>
    <p className="text-small text-ink-2">
      Every device is signed out, and nothing is paid out for seven days. If the password was changed, or
      somebody else knows it, set a new one now.
    </p>
    <ButtonLink to="/forgot" variant="primary" size="lg" block>
      Set a new password
    </ButtonLink>
  </div>
)

const NoLink = () => (
  <EmptyState art={crossArt} title="This link does not work">
    It is older than seven days, or not complete. Please open it from the mail.
  </EmptyState>
)
