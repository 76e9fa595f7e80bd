import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useApi } from '../../api/use-api.ts'
import { readStoredSession } from '../../session/session.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { clearAddress, resetLinkIn, useArrival } from '../sign-in/arrival.ts'
import type { AuthProblem } from '../sign-in/attempts.ts'
import { useCheckedForm } from '../sign-in/auth-form.ts'
import { type ResetWay, resetWay, useResetWay } from './reset-way.ts'
import { followResetLink, leaveEverywhere, setPassword } from './set-password.ts'

type NewPassword = { current_password: string; password: string; confirm: string }

/**
 * The form of the reset page (docs/product/reset.md#new-password): follows the link, sets the password, signs out
 * everywhere and goes on to sign in. A finished step is not repeated when a later one fails. `refusedLink` says why a
 * link was refused.
 */
export function useResetForm() {
  const router = useRouter()
  const isArriving = useArrival('Reset failed')
  const currentWay = useResetWay()
  const [lastWay, setLastWay] = useState<ResetWay | null>(null)
  const [isSpent, setSpent] = useState(false)
  const [owesStep, setOwesStep] = useState(false)
  const [refusedLink, setRefusedLink] = useState<string | null>(null)
  const isUsedUp = useIsUsedUp()

  /** A session that began with a link sets one password; afterwards it is like any other. */
  const asOfNow = (way: ResetWay): ResetWay => (way === 'recovered' && isSpent ? 'signed_in' : way)

  async function follow(): Promise<AuthProblem | null> {
    const link = resetLinkIn(new URL(window.location.href))
    const problem = link && (await followResetLink(link))
    setRefusedLink(problem?.isFinal ? problem.message : null)
    if (link && !problem) await clearAddress(router)
    return problem
  }

  const form = useCheckedForm<NewPassword>(async ({ password, current_password }) => {
    const way = asOfNow(resetWay())
    const current = way === 'signed_in' ? current_password : undefined
    const problem = (await follow()) ?? (await setPassword(password, current))
    if (problem?.field === 'current_password') setSpent(true)
    if (problem?.owesStep) {
      setOwesStep(true)
      return null
    }
    if (problem?.isOfLink) setRefusedLink(problem.message)
    if (problem) return problem
    // The session ends before the page is left; the page must not look as if there had been none.
    setLastWay(way)
    const email = readStoredSession()?.user?.email
    void toast.success('Password updated.', { isParting: true })
    await leaveEverywhere()
    await router.navigate({ to: '/login', replace: true, state: { email } })
    return null
  }, showRefusal)

  const way = isArriving || !currentWay ? null : asOfNow(currentWay)
  return {
    ...form,
    way: lastWay ?? way,
    asksCurrent: () => asOfNow(resetWay()) === 'signed_in',
    isArriving,
    refusedLink,
    /** The link in the address no longer works, and not because it is being used here right now. */
    isUsedUp: isUsedUp && way === 'link' && !form.isBusy,
    owesStep,
    /** The second step was passed: now the typed password is set. */
    goOn: () => {
      setOwesStep(false)
      form.formProps.ref.current?.requestSubmit()
    },
  }
}

/** Whether the link in the address no longer works; false where the check fails: then submitting shows it. */
function useIsUsedUp(): boolean {
  const api = useApi()
  const [isUsedUp, setUsedUp] = useState(false)
  useEffect(() => {
    const link = resetLinkIn(new URL(window.location.href))
    if (link?.kind !== 'token') return
    api('POST /api/v1/reset-links/check', { body: { token_hash: link.tokenHash } }).then(
      ({ works }) => setUsedUp(!works),
      () => {},
    )
  }, [api])
  return isUsedUp
}

/** Shows the errors in toasts too (docs/product/reset.md#new-password). */
function showRefusal({ password, confirm }: FieldErrors<NewPassword>) {
  if (password) void toast.error('Password too short', { description: password.message })
  else if (confirm) void toast.error('Passwords do not match', { description: confirm.message })
}
