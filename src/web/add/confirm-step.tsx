import { type FormEvent, useEffect, useId, useRef } from 'react'
import { type Confirmation, shownProblems } from './add-flow.ts'
import { ConfirmFields } from './confirm-fields.tsx'
import { ConfirmNotices } from './confirm-notices.tsx'
import { type Fields, type Problems, places } from './fields.ts'
import { ItemSummary } from './item-summary.tsx'
import { StepHeading } from './step-heading.tsx'

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
  useEffect(() => {
    if (refusal && form.current) focusFirst(form.current, refusal.problems)
  }, [refusal])

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <>
      <StepHeading describedBy={step.item.details === 'sample' ? sampleNoticeId : undefined}>
        Add to my folio
      </StepHeading>
      <ItemSummary item={step.item} />
      <ConfirmNotices step={step} sampleNoticeId={sampleNoticeId} />
      <form ref={form} id={formId} noValidate onSubmit={submit} className="stack gap-5">
        <ConfirmFields fields={step.fields} problems={shownProblems(step)} onChange={onChange} />
      </form>
    </>
  )
}

/** Brings the first message and its field into view, and the focus to the field. */
function focusFirst(form: HTMLFormElement, problems: Problems) {
  const place = places.find((candidate) => problems[candidate])
  const part = place && form.querySelector(`[data-place="${place}"]`)
  if (!part) return
  // Where a category is to be chosen the select is what is missing, not the radio button above it.
  const control = part.querySelector('select') ?? part.querySelector<HTMLElement>('input, textarea')
  control?.focus({ preventScroll: true })
  part.scrollIntoView({ block: 'center' })
}
