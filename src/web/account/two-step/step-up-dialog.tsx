import { useState } from 'react'
import { readStoredSession } from '../../session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { signInWithPasskey } from '../passkeys/passkey-calls.ts'
import { StepForm } from './second-step.tsx'
import { hasApp } from './steps.ts'

type StepUpDialogProps = { onEnd: (isShown: boolean) => void }

/** The dialog that asks for the second step again. Load it lazily, as every dialog. */
export function StepUpDialog({ onEnd }: StepUpDialogProps) {
  return (
    <Dialog open onClose={() => onEnd(false)} title="Confirm that it is you">
      <p className="text-ink-2">
        What you are about to do moves money. It goes on as soon as you have shown your second step again.
      </p>
      {hasApp() ? <StepForm onShown={() => onEnd(true)} /> : <PasskeyStep onShown={() => onEnd(true)} />}
    </Dialog>
  )
}

const userId = () => readStoredSession()?.user?.id

function PasskeyStep({ onShown }: { onShown: () => void }) {
  const [isBusy, setBusy] = useState(false)
  async function show() {
    setBusy(true)
    const before = userId()
    const problem = await signInWithPasskey()
    setBusy(false)
    if (problem) void toast.error('Not confirmed', { description: problem.message })
    // A passkey of another account signs in to that account, which must not make the call.
    else if (userId() === before) onShown()
  }
  return (
    <Button variant="primary" size="lg" block busy={isBusy} onClick={() => void show()}>
      Use your passkey
    </Button>
  )
}
