import { Link } from '@tanstack/react-router'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LoadingVeil } from '../../ui/dialog/loading-veil.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { NoPasswordYet, useEmailWithoutPassword } from '../no-password-yet.tsx'
import { ResetForm } from './reset-form.tsx'
import { useResetForm } from './use-reset-form.ts'

/**
 * Sets a new password (spec section 2, /auth/reset). The same HTML for everyone: until the session is known, the marks
 * of the head script decide which of it is seen, so that nothing moves afterwards.
 */
export function ResetPage() {
  const form = useResetForm()
  const { way, isArriving } = form
  const emailWithoutPassword = useEmailWithoutPassword({ isAsked: way === 'signed_in' })
  return (
    <AuthLayout title="Set a new password">
      {emailWithoutPassword && <NoPasswordYet email={emailWithoutPassword} />}
      {way !== 'none' && !emailWithoutPassword && (
        <div className={way ? undefined : 'hidden in-data-link:block in-data-session:block'}>
          <ResetForm {...form} />
        </div>
      )}
      {(way === 'none' || !way) && (
        <div className={way ? undefined : 'in-data-link:hidden in-data-session:hidden'}>
          <NothingToResetWith />
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

const NothingToResetWith = () => (
  <EmptyState
    art="cross"
    title="Reset failed"
    action={
      <ButtonLink to="/forgot" variant="primary">
        Get a reset link
      </ButtonLink>
    }
  >
    Please open this page from the reset email link.
  </EmptyState>
)
