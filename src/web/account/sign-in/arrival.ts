import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ownWords } from '../../../shared/sign-in/errors.ts'
import { expectFirstSteps } from '../../session/first-steps.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { exchangeCode } from './attempts.ts'

/** What a mailed link holds, as proof that its mail was received. */
export type ResetLink =
  | { kind: 'token'; tokenHash: string }
  | { kind: 'session'; accessToken: string; refreshToken: string }

/** The result that the sign-in service sent a person back with: a code to exchange, or the reason why there is none. */
type Arrival = { code: string } | { failure: string }

/**
 * The reset link in an address: as in the mail, or as the server redirects after following it; null if there is none.
 */
export function resetLinkIn(address: URL): ResetLink | null {
  const read = reader(address)
  if (read('type') !== 'recovery') return null
  const tokenHash = read('token_hash')
  if (tokenHash) return { kind: 'token', tokenHash }
  const [accessToken, refreshToken] = [read('access_token'), read('refresh_token')]
  return accessToken && refreshToken ? { kind: 'session', accessToken, refreshToken } : null
}

/** The result in an address; null for an ordinary visit. */
export function arrivalIn(address: URL): Arrival | null {
  const read = reader(address)
  const description = read('error_description')
  if (description ?? read('error')) return { failure: ownWords(description) }
  const code = read('code')
  return code ? { code } : null
}

const reader = ({ searchParams, hash }: URL) => {
  const fragment = new URLSearchParams(hash.slice(1))
  return (name: string) => searchParams.get(name) ?? fragment.get(name)
}

/**
 * Handles a return from the sign-in service: exchanges the code, or shows under `title` in a toast why there is none,
 * and removes either from the address. True while a code is being exchanged.
 */
export function useArrival(title: string): boolean {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const isSeen = useRef(false)
  useEffect(() => {
    const arrival = isSeen.current ? null : arrivalIn(new URL(window.location.href))
    if (!arrival) return
    isSeen.current = true
    async function receive(code: string) {
      setBusy(true)
      const problem = await exchangeCode(title, code, expectFirstSteps)
      if (problem) void toast.error(problem.title, { description: problem.message })
      setBusy(false)
    }
    if ('code' in arrival) void receive(arrival.code)
    else void toast.error(title, { description: arrival.failure })
    void clearAddress(router)
  }, [router, title])
  return isBusy
}

/** Removes what was meant for the app alone from the address bar and the history. */
export const clearAddress = (router: AnyRouter) =>
  router.navigate({ to: '.', search: {}, hash: '', state: true, replace: true, resetScroll: false })
