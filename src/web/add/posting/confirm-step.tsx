import { type FormEvent, useEffect, useId, useRef } from 'react'
import { ConfirmFields } from '../../item/form/confirm-fields.tsx'
import { type Fields, places } from '../../item/form/fields.ts'
import { type Confirmation, shownProblems } from '../add-flow.ts'
import { ConfirmNotices } from '../confirm-notices.tsx'
import { focusFirst } from '../focus-first.ts'
import { ItemSummary } from '../item-summary.tsx'
import { StepHeading } from '../step-heading.tsx'

type ConfirmStepProps = {
  step: Confirmation
  /** Ties the button in the sheet's foot to the form. */
  formId: string
  onChange: (change: Partial<Fields>) => void
  onSubmit: () => void
}

/** The third step: the item as it will be posted. */
export function ConfirmStep({ step, formId, onChange, onSubmit }: ConfirmStepProps) {
  const form = useRef<HTMLFormElement>(null)
  const sampleNoticeId = useId()
  const { refusal } = step
  const lastFocused = useRef<Element>(null)
  useEffect(() => {
    if (!refusal || !form.current) return
    // While it was being posted nothing in the form could have the focus.
    if (lastFocused.current instanceof HTMLElement) lastFocused.current.focus()
    focusFirst(form.current, places, refusal.problems)
  }, [refusal])

  function submit(event: FormEvent) {
    event.preventDefault()
    lastFocused.current = document.activeElement
    onSubmit()
  }

  return (
    <>
      <StepHeading describedBy={step.item.details === 'sample' ? sampleNoticeId : undefined}>
        Add to my folio
      </StepHeading>
      <ItemSummary item={step.item} />
      <ConfirmNotices step={step} sampleNoticeId={sampleNoticeId} />
      {/* What is typed while it is being posted would be lost. */}
      <form ref={form} id={formId} inert={step.posting} noValidate onSubmit={submit} className="stack gap-5">
        <ConfirmFields fields={step.fields} problems={shownProblems(step)} onChange={onChange} />
      </form>
    </>
  )
}
