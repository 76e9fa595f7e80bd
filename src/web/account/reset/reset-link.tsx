import { loadAuthClient } from '../../session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { type AuthProblem, isOffline, refusal, unexpected } from '../sign-in/attempts.ts'
import { cooldownSecondsLeft, startCooldown, useCooldown } from './cooldown.ts'

/**
 * Asks for a mail with a reset link. Its message is the same whatever the server answers, so that nobody learns who has
 * an account (docs/product/reset.md#forgot-password). Resolves to what went wrong when the server could not be reached,
 * else null.
 */
export async function requestResetLink(email: string): Promise<AuthProblem | null> {
  if (cooldownSecondsLeft() > 0) return null
  try {
    const client = await loadAuthClient()
    const redirectTo = `${window.location.origin}/auth/reset`
    const { error } = await client.resetPasswordForEmail(email.trim(), { redirectTo })
    if (error && isOffline(error)) return refusal('Error', error)
  } catch {
    return unexpected()
  }
  startCooldown()
  void toast.success('Check your email', {
    description: 'If an account exists for that email, we’ve sent a reset link.',
  })
  return null
}

type ResetLinkButtonProps = { busy: boolean; type?: 'submit'; onClick?: () => void }

/**
 * A button that sends a reset link, then counts the seconds until it may be pressed again
 * (docs/product/reset.md#resend-cooldown).
 */
export function ResetLinkButton({ busy, type, onClick }: ResetLinkButtonProps) {
  const seconds = useCooldown()
  return (
    <Button
      type={type}
      variant="primary"
      size="lg"
      block
      busy={busy}
      disabled={seconds > 0}
      onClick={onClick}
    >
      <span className="tabular-nums">{seconds > 0 ? `Resend in ${seconds}s` : 'Send reset link'}</span>
    </Button>
  )
}
