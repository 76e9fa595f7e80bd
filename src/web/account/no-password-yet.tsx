import { useEffect, useState } from 'react'
import type { AnswerOf } from '../client.ts'
import { useSession } from '../session/session.ts'
import { toast } from '../ui/feedback/toast.ts'
import { useApi } from '../use-api.ts'
import { requestResetLink } from './reset/reset-link.tsx'
import { ResetLinkButton } from './reset-link-button.tsx'

type OwnAccount = AnswerOf<'GET /api/v1/me'>

/**
 * The address of someone signed in whose account has no password; null for everyone else, until it is known, and
 * unless it is asked.
 */
export function useEmailWithoutPassword({ isAsked }: { isAsked: boolean }): string | null {
  const api = useApi()
  const session = useSession()
  const userId = isAsked && session.status === 'signed_in' ? session.userId : null
  const [account, setAccount] = useState<OwnAccount | null>(null)
  useEffect(() => {
    if (!userId) return
    const leaving = new AbortController()
    // When it cannot be known the form is there, and the server tells.
    api('GET /api/v1/me', {}, { signal: leaving.signal }).then(setAccount, () => {})
    return () => leaving.abort()
  }, [api, userId])
  return account && account.id === userId && !account.has_password ? account.email : null
}

/** For someone who signed up with a provider: a mailed link is how an account gets its first password. */
export function NoPasswordYet({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    const problem = await requestResetLink(email)
    if (problem) void toast.error(problem.title, { description: problem.message })
    setBusy(false)
  }
  return (
    <>
      <p className="text-ink-2">
        Your account has no password yet. To set one, open the link that we send to{' '}
        <strong className="font-semibold text-ink">{email}</strong>.
      </p>
      <ResetLinkButton busy={isBusy} onClick={() => void send()} />
    </>
  )
}
