import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import type { FieldProblems } from '../orders/decision.tsx'
import { ReasonField, useTabDraft } from '../parts/dialog-parts.tsx'

const empty = { product_ref: '', reason: '', note_to_creator: '' }

export type Assignment = { product_ref: string; reason: string; note_to_creator: string | null }

const missing = (typed: typeof empty): FieldProblems => ({
  ...(!typed.product_ref.trim() && { product_ref: 'Please name a product or short link' }),
  ...(!typed.reason.trim() && { reason: 'Please give a reason' }),
})

/** State of the form of an assignment by hand. What was typed is stored for the tab until `send` resolves to true. */
export function useAssignment(subject: string, send: (assignment: Assignment) => Promise<boolean>) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setTyped, forget] = useTabDraft(`assign ${subject}`, empty)
  const typed = { ...empty, ...draft }
  const [own, setOwn] = useState<FieldProblems>({})
  const [isAsSent, setIsAsSent] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = missing(typed)
    setOwn(found)
    if (Object.keys(found).length > 0) {
      form.current?.querySelector<HTMLElement>(found.product_ref ? '[name=product]' : 'textarea')?.focus()
      return
    }
    setIsAsSent(true)
    const isDone = await send({
      product_ref: typed.product_ref.trim(),
      reason: typed.reason.trim(),
      note_to_creator: typed.note_to_creator.trim() || null,
    })
    if (isDone) forget()
  }
  function type(change: Partial<typeof empty>) {
    setOwn({})
    setIsAsSent(false)
    setTyped({ ...typed, ...change })
  }

  return { formId, form, typed, own, isAsSent, submit, type }
}

type AssignFieldsProps = {
  assignment: ReturnType<typeof useAssignment>
  /** Problems that the call answered, by field. They are shown until something is typed. */
  problems?: FieldProblems
  /** Help to choose the product, before and after its field; the latter where the field has no problem. */
  above?: ReactNode
  below?: ReactNode
}

/** The form of an assignment by hand: the product, the reason, and a note to the creator. */
export function AssignFields({ assignment, problems: answered = {}, above, below }: AssignFieldsProps) {
  const { formId, form, typed, own, isAsSent, submit, type } = assignment
  const problems = { ...(isAsSent && answered), ...own }
  return (
    <form ref={form} id={formId} noValidate onSubmit={submit} className="stack gap-5">
      {above}
      <Field label="Product" hint="Its short link, or the address of its page." error={problems.product_ref}>
        <TextInput
          name="product"
          data-autofocus=""
          required
          value={typed.product_ref}
          maxLength={2048}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => type({ product_ref: target.value })}
        />
      </Field>
      {!problems.product_ref && below}
      <ReasonField
        reason={{
          text: typed.reason,
          problem: problems.reason ?? null,
          type: (reason) => type({ reason }),
        }}
      />
      <Field
        label="Note to the creator (Optional)"
        hint="The creator reads it beside the earning."
        error={problems.note_to_creator}
      >
        <TextArea
          value={typed.note_to_creator}
          maxLength={500}
          onChange={({ target }) => type({ note_to_creator: target.value })}
        />
      </Field>
      <div className="stack gap-1 rounded-md bg-sunken p-4 text-small">
        <p className="font-semibold">The creator will see this</p>
        <p className="text-ink-2">
          Assigned to you by hand.
          {typed.note_to_creator.trim() && (
            <>
              {' '}
              “<bdi>{typed.note_to_creator.trim()}</bdi>”
            </>
          )}
        </p>
      </div>
    </form>
  )
}
