import { loadAuthClient } from '../../session/session.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { type AuthProblem, isOffline, refusal, unexpected } from '../sign-in/attempts.ts'
import { cooldownSecondsLeft, startCooldown } from './cooldown.ts'

/**
 * Asks for a mail with a reset link and says the same whatever the server answers, so that nobody learns who has an
 * account (spec section 8, Forgot). Resolves with what went wrong when the server could not be asked, else null.
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
