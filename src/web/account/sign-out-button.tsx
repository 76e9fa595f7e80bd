import { useState } from 'react'
import { offlineMessage } from '../session/offline.ts'
import { signOut } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

/** Signs out everywhere. The protected pages leave by themselves (spec section 8, 'Signed out successfully'). */
export function SignOutButton() {
  const [isBusy, setBusy] = useState(false)

  async function leave() {
    setBusy(true)
    try {
      await signOut()
      void toast.success('Signed out successfully')
    } catch {
      void toast.error('Error signing out', navigator.onLine ? {} : { description: offlineMessage })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button busy={isBusy} onClick={() => void leave()}>
      Sign Out
    </Button>
  )
}
