import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useItemPicture } from '../item/edit/picture-field.tsx'
import { withOwnPhoto } from '../item/form/item-fields.ts'
import { useSession } from '../session/session.ts'
import { addressWithDialog } from '../session/session-end.ts'
import { useSignInFirst } from '../session/sign-in-first.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Dialog, SheetSubmit } from '../ui/dialog/dialog.tsx'
import { prepareToasts } from '../ui/feedback/toast.ts'
import { type AddState, hasTypedWork, type Step } from './add-flow.ts'
import { countLines } from './bulk/bulk-flow.ts'
import { BulkFoot } from './bulk/bulk-foot.tsx'
import { BulkStep } from './bulk/bulk-step.tsx'
import { FetchingStep, UrlStep } from './link/link-steps.tsx'
import { Offers } from './link/offers.tsx'
import { AlsoIntoList, useAlsoIntoLists } from './publishing/also-into-list.tsx'
import { ConfirmStep } from './publishing/confirm-step.tsx'
import { Published } from './publishing/published.tsx'
import { type Flow, useAddFlow } from './use-add-flow.ts'

type AddItemDialogProps = { onClose: () => void }

/**
 * The add-item dialog (docs/product/add-item.md#adding-an-item), open as long as it is mounted, inside a `QueryScope`.
 * Load it lazily, as every dialog. Somebody who loses the session signs in and comes back, and is offered what they
 * typed.
 */
export default function AddItemDialog({ onClose }: AddItemDialogProps) {
  const session = useSession()
  const signInFirst = useSignInFirst()
  const isOver = session.status === 'signed_out'
  useEffect(() => {
    if (isOver) signInFirst(addressWithDialog())
  }, [isOver, signInFirst])
  if (session.status !== 'signed_in') return null
  return <AddItem key={session.userId} userId={session.userId} onClose={onClose} />
}

/** The progress strokes at the sheet's head; several links at once have none. */
const stepNumbers: Partial<Record<Step['name'], number>> = {
  'url-input': 1,
  fetching: 1,
  confirmation: 2,
  success: 3,
}

type AddItemProps = { userId: string; onClose: () => void }

/** One sheet through all steps. It asks before work is discarded or stopped. */
function AddItem({ userId, onClose }: AddItemProps) {
  const flow = useAddFlow(userId)
  const { step } = flow.state
  const [asking, setAsking] = useState(false)
  const formId = useId()
  const current = stepNumbers[step.name]
  const hasFoot = step.name === 'confirmation' || step.name === 'bulk'
  const given = step.name === 'confirmation' ? step.item.image_url : null
  const picture = useItemPicture({
    userId,
    isSaving: step.name === 'confirmation' && step.publishing,
    onStored: (photo) => flow.dispatch({ type: 'fields_changed', change: withOwnPhoto(photo, given) }),
  })
  const alsoInto = useAlsoIntoLists(step)
  const isUploading = picture.step.name === 'uploading'
  const question = questionBeforeClosing(flow.state, isUploading)
  const isAskable = question !== null
  useEffect(prepareToasts, [])
  // The work that the question is about may end meanwhile.
  useEffect(() => {
    if (!isAskable) setAsking(false)
  }, [isAskable])

  function close() {
    flow.forget()
    picture.drop()
    onClose()
  }

  return (
    <>
      <Dialog
        open
        onClose={() => (question ? setAsking(true) : close())}
        dismissable={!(step.name === 'confirmation' && step.publishing)}
        steps={current ? { current, total: 3 } : undefined}
        foot={hasFoot && <Foot flow={flow} isUploading={isUploading} formId={formId} onClose={close} />}
      >
        <CurrentStep flow={flow} picture={picture} alsoInto={alsoInto} formId={formId} onClose={close} />
      </Dialog>
      {question && (
        <ConfirmDialog open={asking} onClose={() => setAsking(false)} onConfirm={close} {...question} />
      )}
    </>
  )
}

type FootProps = { flow: Flow; isUploading: boolean; formId: string; onClose: () => void }

/** What stays at the sheet's end while the rest scrolls. */
function Foot({ flow: { state, dispatch }, isUploading, formId, onClose }: FootProps) {
  const { step } = state
  const navigate = useNavigate()

  function goToInbox() {
    onClose()
    void navigate({ to: '/inbox' })
  }

  if (step.name === 'bulk') return <BulkFoot step={step} dispatch={dispatch} onInbox={goToInbox} />
  return (
    <SheetSubmit form={formId} busy={step.name === 'confirmation' && step.publishing} blocked={isUploading}>
      Post to my folio
    </SheetSubmit>
  )
}

type CurrentStepProps = {
  flow: Flow
  picture: ReturnType<typeof useItemPicture>
  alsoInto: ReturnType<typeof useAlsoIntoLists>
  /** The id of confirmation's form: its button is in the sheet's foot. */
  formId: string
  onClose: () => void
}

/** The content of the present step. */
function CurrentStep({ flow, picture, alsoInto, formId, onClose }: CurrentStepProps) {
  const { state, dispatch, begin, cancelFetch, publish } = flow
  const { step, offer } = state
  switch (step.name) {
    case 'url-input':
      return (
        <UrlStep
          url={state.url}
          step={step}
          onChange={(url) => dispatch({ type: 'url_typed', url })}
          onBegin={begin}
        >
          <Offers offer={offer} dispatch={dispatch} />
        </UrlStep>
      )
    case 'fetching':
      return <FetchingStep resolving={step.resolving} onCancel={cancelFetch} />
    case 'confirmation':
      return (
        <ConfirmStep
          step={step}
          picture={picture}
          formId={formId}
          onChange={(change) => dispatch({ type: 'fields_changed', change })}
          onSubmit={() => void publish()}
        >
          <AlsoIntoList {...alsoInto} />
        </ConfirmStep>
      )
    case 'bulk':
      return <BulkStep step={step} dispatch={dispatch} />
    case 'success':
      return <Published product={step.product} onClose={onClose} />
  }
}

/** The question before the dialog closes; null where nothing would be lost or stopped. */
function questionBeforeClosing(state: AddState, isUploading: boolean) {
  const { step } = state
  if (step.name === 'bulk' && step.running) {
    const { over, total } = countLines(step.lines)
    return {
      title: 'Stop posting?',
      description: `${over} of ${total} links are done. The others are kept in this tab and offered again.`,
      confirmLabel: 'Stop',
      cancelLabel: 'Keep going',
    }
  }
  if (!hasTypedWork(state) && !isUploading) return null
  return {
    title: 'Discard this item?',
    description: 'It has not been posted. What you typed will be lost.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
  }
}
