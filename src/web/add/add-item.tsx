import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { prepareToasts } from '../ui/feedback/toast.ts'
import { SheetSubmit } from '../ui/sheet-submit.tsx'
import type { Step } from './add-flow.ts'
import { BulkFoot } from './bulk/bulk-foot.tsx'
import { questionBeforeClosing } from './closing-question.ts'
import { CurrentStep } from './current-step.tsx'
import { type Flow, useAddFlow } from './use-add-flow.ts'

/** The strokes at the sheet's head; several links at once have none. */
const stepNumbers: Partial<Record<Step['name'], number>> = {
  'url-input': 1,
  fetching: 1,
  confirmation: 2,
  success: 3,
}

type AddItemProps = { userId: string; onClose: () => void }

/** One sheet through all steps. Work is thrown away, or stopped, only after asking. */
export function AddItem({ userId, onClose }: AddItemProps) {
  const flow = useAddFlow(userId)
  const { step } = flow.state
  const [asking, setAsking] = useState(false)
  const formId = useId()
  const current = stepNumbers[step.name]
  const hasFoot = step.name === 'confirmation' || step.name === 'bulk'
  const question = questionBeforeClosing(flow.state)
  const isAskable = question !== null
  useEffect(prepareToasts, [])
  // What was asked about may end by itself meanwhile.
  useEffect(() => {
    if (!isAskable) setAsking(false)
  }, [isAskable])

  function close() {
    flow.forget()
    onClose()
  }

  return (
    <>
      <Dialog
        open
        onClose={() => (question ? setAsking(true) : close())}
        dismissable={!(step.name === 'confirmation' && step.posting)}
        steps={current ? { current, total: 3 } : undefined}
        foot={hasFoot && <Foot flow={flow} formId={formId} onClose={close} />}
      >
        <CurrentStep flow={flow} formId={formId} onClose={close} />
      </Dialog>
      {question && (
        <ConfirmDialog open={asking} onClose={() => setAsking(false)} onConfirm={close} {...question} />
      )}
    </>
  )
}

type FootProps = { flow: Flow; formId: string; onClose: () => void }

/** What stays at the sheet's end while the rest scrolls. */
function Foot({ flow: { state, dispatch }, formId, onClose }: FootProps) {
  const { step } = state
  const navigate = useNavigate()

  function goToInbox() {
    onClose()
    void navigate({ to: '/inbox' })
  }

  if (step.name === 'bulk') return <BulkFoot step={step} dispatch={dispatch} onInbox={goToInbox} />
  return (
    <SheetSubmit form={formId} busy={step.name === 'confirmation' && step.posting}>
      Post to my folio
    </SheetSubmit>
  )
}
