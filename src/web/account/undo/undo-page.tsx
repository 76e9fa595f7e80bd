import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '../../client.ts'
import { momentText } from '../../earnings/when-text.ts'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { crossArt, EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useApi } from '../../use-api.ts'
import { changeText, type UndoLink } from './undo-texts.ts'

/**
 * Takes back changes of an account by the link of a mail (docs/product/undo.md). The link's token stands in the fragment
 * of the address, which no server sees; nothing happens before the button is pressed, since programs open links too.
 */
export function UndoPage() {
  const token = useToken()
  return (
    <AuthLayout title="Take back changes">
      {token === '' && <NoLink />}
      {token && <Changes token={token} />}
      <p className="text-small text-ink-2">
        <Link to="/login" className="link text-ink">
          Back to log in
        </Link>
      </p>
    </AuthLayout>
  )
}

/** The token of the address; empty where there is none, and null until the page is taken over: no server is told it. */
function useToken(): string | null {
  const fragment = useLocation({ select: ({ hash }) => hash })
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => setToken(fragment || window.location.hash.slice(1)), [fragment])
  return token
}

function Changes({ token }: { token: string }) {
  const api = useApi()
  const queryKey = ['undo', token]
  const query = useQuery({
    queryKey,
    queryFn: () => api('POST /api/v1/undo-links/check', { body: { token } }),
  })
  if (query.data) return query.data.is_done ? <Done /> : <Offer token={token} link={query.data} />
  if (query.isPending) return <p className="text-ink-2">Looking at the link …</p>
  if (query.error instanceof ApiError && query.error.status === 404) return <NoLink />
  return (
    <ErrorState
      message="Failed to look at the link"
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

function Offer({ token, link }: { token: string; link: UndoLink }) {
  const api = useApi()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function takeBack() {
    setBusy(true)
    setProblem(null)
    try {
      const done = await api('POST /api/v1/undo-links/use', { body: { token } })
      client.setQueryData(['undo', token], done)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'An unexpected error occurred')
    } finally {
      setBusy(false)
    }
  }

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
        for seven days. A password that was changed does not work any more: you then set a new one by a link
        that we mail to you. Taking back cannot be taken back.
      </p>
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Button variant="primary" size="lg" block busy={isBusy} onClick={() => void takeBack()}>
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
