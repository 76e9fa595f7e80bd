import { useEffect, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { prepareToasts } from '../ui/toast.ts'
import { hasTypedWork, type Step } from './add-flow.ts'
import { CurrentStep } from './current-step.tsx'
import { useAddFlow } from './use-add-flow.ts'

const stepNumbers: Record<Step['name'], number> = { 'url-input': 1, fetching: 1, confirmation: 2, success: 3 }

type AddItemProps = { userId: string; onClose: () => void }

/** One sheet through all steps. Typed work is thrown away only after asking. */
export function AddItem({ userId, onClose }: AddItemProps) {
  const flow = useAddFlow(userId)
  const { state } = flow
  const { step } = state
  const [asking, setAsking] = useState(false)
  const formId = useId()
  const posting = step.name === 'confirmation' && step.posting
  useEffect(prepareToasts, [])

  function close() {
    flow.forget()
    onClose()
  }

  return (
    <>
      <Dialog
        open
        onClose={() => (hasTypedWork(state) ? setAsking(true) : close())}
        dismissable={!posting}
        steps={{ current: stepNumbers[step.name], total: 3 }}
        foot={
          step.name === 'confirmation' && (
            <Button type="submit" form={formId} variant="primary" size="lg" block busy={posting}>
              Post to my folio
            </Button>
          )
        }
      >
        <CurrentStep flow={flow} formId={formId} onClose={close} />
      </Dialog>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={close}
        title="Discard this item?"
        description="It has not been posted. What you typed will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
      />
    </>
  )
}
