import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errorWords } from '../../../shared/sign-in/errors.ts'
import type { AnswerOf } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { useSession } from '../../session/session.ts'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { LoadingVeil } from '../../ui/dialog/loading-veil.tsx'
import { crossArt, EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useAuthAct } from '../sign-in/use-auth-act.ts'
import { ResetForm } from './reset-form.tsx'
import { ResetLinkButton, requestResetLink } from './reset-link.tsx'
import { useResetForm } from './use-reset-form.ts'

const SecondStep = lazyPart(
  async () => ({ default: (await import('../two-step/second-step.tsx')).SecondStep }),
  {
    waiting: LoadingVeil,
  },
)

/**
 * Sets a new password (docs/product/reset.md#new-password). The server's HTML is the same for everyone: until the
 * session is known, the marks of the head script decide which part is shown, so that nothing moves afterwards.
 */
export function ResetPage() {
  const form = useResetForm()
  const { way, isArriving, owesStep, isUsedUp, goOn } = form
  const emailWithoutPassword = useEmailWithoutPassword({ isAsked: way === 'signed_in' })
  return (
    <AuthLayout title={owesStep ? 'One more step' : 'Set a new password'}>
      {owesStep && <SecondStep onShown={goOn} />}
      {emailWithoutPassword && <NoPasswordYet email={emailWithoutPassword} />}
      {isUsedUp && <NothingToResetWith why={errorWords('otp_expired')} />}
      {way !== 'none' && !isUsedUp && !emailWithoutPassword && (
        <div
          hidden={owesStep}
          className={way ? undefined : 'hidden in-data-link:block in-data-session:block'}
        >
          <ResetForm {...form} />
        </div>
      )}
      {(way === 'none' || !way) && (
        <div className={way ? undefined : 'in-data-link:hidden in-data-session:hidden'}>
          <NothingToResetWith why="Please open this page from the reset email link." />
        </div>
      )}
      <p className="text-small text-ink-2">
        <Link to={way === 'signed_in' ? '/profile' : '/login'} className="link text-ink">
          {way === 'signed_in' ? 'Back to your profile' : 'Back to log in'}
        </Link>
      </p>
      {isArriving && <LoadingVeil />}
    </AuthLayout>
  )
}

type NothingToResetWithProps = { why: string }

const NothingToResetWith = ({ why }: NothingToResetWithProps) => (
  <EmptyState
    art={crossArt}
    title="Reset failed"
    action={
      <ButtonLink to="/forgot" variant="primary">
        Get a reset link
      </ButtonLink>
    }
  >
    {why}
  </EmptyState>
)

type OwnAccount = AnswerOf<'GET /api/v1/me'>

/**
 * The e-mail address of a signed-in person whose account has no password. Null for everyone else, until it is known,
 * and while `isAsked` is false.
 */
function useEmailWithoutPassword({ isAsked }: { isAsked: boolean }): string | null {
  const api = useApi()
  const session = useSession()
  const userId = isAsked && session.status === 'signed_in' ? session.userId : null
  const [account, setAccount] = useState<OwnAccount | null>(null)
  useEffect(() => {
    if (!userId) return
    const leaving = new AbortController()
    // When this fails the form is shown, and the server refuses the password.
    api('GET /api/v1/me', {}, { signal: leaving.signal }).then(setAccount, () => {})
    return () => leaving.abort()
  }, [api, userId])
  return account && account.id === userId && !account.has_password ? account.email : null
}

/** For an account made with a provider: a mailed link sets its first password. */
function NoPasswordYet({ email }: { email: string }) {
  const { run, isBusy } = useAuthAct({ send: () => requestResetLink(email) })
  return (
    <>
      <p className="text-ink-2">
        Your account has no password yet. To set one, open the link that we send to{' '}
        <strong className="font-semibold text-ink">{email}</strong>.
      </p>
      <ResetLinkButton busy={isBusy} onClick={() => void run()} />
    </>
  )
}
