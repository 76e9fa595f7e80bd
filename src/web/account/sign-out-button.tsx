import { useState } from 'react'
import { offlineMessage } from '../session/offline.ts'
import { signOut } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { DiscardDialog } from '../ui/dialog/unsaved-changes.tsx'
import { toast } from '../ui/feedback/toast.ts'

type SignOutButtonProps = {
  /** Typed text would be lost: asks first. */
  hasUnsaved?: boolean
}

/** Signs out everywhere. The protected pages leave by themselves (spec section 8, 'Signed out successfully'). */
export function SignOutButton({ hasUnsaved = false }: SignOutButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)

  async function leave() {
    setAsking(false)
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
    <>
      <Button busy={isBusy} onClick={() => (hasUnsaved ? setAsking(true) : void leave())}>
        Sign Out
      </Button>
      {isAsking && <DiscardDialog onDiscard={() => void leave()} onKeep={() => setAsking(false)} />}
    </>
  )
}
