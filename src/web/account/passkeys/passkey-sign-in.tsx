import { rootRouteId, useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { signInWithPasskey } from './passkey-calls.ts'

/** Whether passkeys can be used at this site's address. */
export const useOffersPasskeys = (): boolean =>
  useRouteContext({ from: rootRouteId, select: (context) => context.providers.includes('passkey') })

/**
 * The button to sign in with a passkey. Until it is pressed, the browser may offer passkeys in the e-mail field by
 * itself.
 */
export function PasskeyButton() {
  const { isBusy, ask } = usePasskeySignIn()
  return (
    <Button block busy={isBusy} onClick={() => void ask()}>
      Sign in with a passkey
    </Button>
  )
}

function usePasskeySignIn() {
  const [isBusy, setBusy] = useState(false)
  const waiting = useRef<AbortController>(null)

  /** Lets the browser offer passkeys until the page is left. Failures before one is picked are not shown. */
  async function offer() {
    const controller = new AbortController()
    waiting.current?.abort()
    waiting.current = controller
    if (!(await offersInFields()) || controller.signal.aborted) return
    const problem = await signInWithPasskey(controller)
    if (!problem?.isAnswered || controller.signal.aborted) return
    void toast.error(problem.title, { description: problem.message })
    void offer()
  }

  /** Makes the browser ask for a passkey now; it can ask only one question at a time. */
  async function ask() {
    waiting.current?.abort()
    setBusy(true)
    const problem = await signInWithPasskey()
    if (!problem) return
    setBusy(false)
    if (!problem.isQuiet) void toast.error(problem.title, { description: problem.message })
    void offer()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for as long as the page is there
  useEffect(() => {
    void offer()
    return () => waiting.current?.abort()
  }, [])

  return { isBusy, ask }
}

const offersInFields = async () =>
  'PublicKeyCredential' in window &&
  PublicKeyCredential.isConditionalMediationAvailable !== undefined &&
  (await PublicKeyCredential.isConditionalMediationAvailable())
