import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../ui/feedback/toast.ts'
import { exchangeCode } from './attempts.ts'
import { arrivalIn } from './sign-in/arrival.ts'

/**
 * Receives whom the sign-in service sent back: exchanges the code, or tells in a toast under `title` why there is
 * none, and takes either out of the address. True while a code is exchanged.
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
      const problem = await exchangeCode(title, code)
      if (problem) void toast.error(problem.title, { description: problem.message })
      setBusy(false)
    }
    if ('code' in arrival) void receive(arrival.code)
    else void toast.error(title, { description: arrival.failure })
    void clearAddress(router)
  }, [router, title])
  return isBusy
}

/** Takes what was meant for the app alone out of the address bar and the history. */
export const clearAddress = (router: AnyRouter) =>
  router.navigate({ to: '.', search: {}, hash: '', state: true, replace: true, resetScroll: false })
