import { Workbox } from 'workbox-window'
import { hourMs } from '../../shared/time.ts'
import { toast } from '../ui/feedback/toast.ts'
import { workerAddress } from '../worker/addresses.ts'

/** A page that stays open looks for another version this often, when somebody comes back to it. */
const lookEveryMs = hourMs

/**
 * Registers the service worker, and offers another version once it is ready. Nobody is hurried: without a press it
 * comes at the app's next start by itself (docs/product/offline.md#another-version).
 */
export async function followWorker(): Promise<void> {
  const workbox = new Workbox(scriptAddress())
  workbox.addEventListener('waiting', () => void offer(workbox))
  if (!(await workbox.register())) return
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < lookEveryMs) return
    lookedAt = Date.now()
    workbox.update().catch(() => {})
  })
}

/** It stays over all pages until it is answered; what is typed is safe until then. */
async function offer(workbox: Workbox): Promise<void> {
  await toast.success('A new version is ready', {
    duration: Number.POSITIVE_INFINITY,
    isParting: true,
    action: {
      label: 'Reload',
      onPress: () => {
        workbox.addEventListener('controlling', () => window.location.reload())
        workbox.messageSkipWaiting()
      },
    },
  })
}

type Policy = { createScriptURL: (address: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy }

/**
 * The worker's address as browsers with Trusted Types want it: by the one policy that the content policy allows, which
 * knows nothing else.
 */
function scriptAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  return (
    trustedTypes?.createPolicy('worker', { createScriptURL: () => workerAddress }).createScriptURL('') ??
    workerAddress
  )
}
