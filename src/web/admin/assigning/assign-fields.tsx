import type { ReactNode } from 'react'
import type { RunningAct } from '../../api/use-act.ts'
import { type ActForm, filled, useActForm } from '../../api/use-act-form.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { ExactInput } from '../parts/exact-input.tsx'
import { ReasonField } from '../parts/reason-dialog.tsx'

/** What is typed of an assignment by hand. */
export type Assignment = { product_ref: string; reason: string; note_to_creator: string }

/** It as the calls take it. */
export const assignmentOf = ({ product_ref, reason, note_to_creator: note }: Assignment) => ({
  product_ref: product_ref.trim(),
  reason: reason.trim(),
  note_to_creator: note.trim() || null,
})

/** The form of an assignment by hand. What was typed is kept for the tab under `subject` until it is sent. */
export const useAssignment = (act: RunningAct<Assignment>, subject: string, onDone: () => void) =>
  useActForm(act, {
    start: { product_ref: '', reason: '', note_to_creator: '' },
    draft: `assign ${subject}`,
    onDone,
  })

type AssignFieldsProps = {
  form: ActForm<Assignment>
  /** Help to choose the product, before and after its field; the latter where the field has no problem. */
  above?: ReactNode
  below?: ReactNode
}

/** The fields of an assignment by hand: the product, the reason, and a note to the creator. */
export function AssignFields({ form: { register, problem, watch }, above, below }: AssignFieldsProps) {
  const note = watch('note_to_creator').trim()
  return (
    <>
      {above}
      <Field
        label="Product"
        hint="Its short link, or the address of its page."
        error={problem('product_ref')}
      >
        <ExactInput
          {...register('product_ref', filled('Please name a product or short link'))}
          data-autofocus=""
          required
          maxLength={2048}
        />
      </Field>
      {!problem('product_ref') && below}
      <ReasonField
        field={register('reason', filled('Please give a reason'))}
        error={problem('reason')}
        isFirst={false}
      />
      <Field
        label="Note to the creator (Optional)"
        hint="The creator reads it beside the earning."
        error={problem('note_to_creator')}
      >
        <TextArea {...register('note_to_creator')} maxLength={500} />
      </Field>
      <div className="stack gap-1 rounded-md bg-sunken p-4 text-small">
        <p className="font-semibold">The creator will see this</p>
        <p className="text-ink-2">
          Assigned to you by hand.
          {note && (
            <>
              {' '}
              “<bdi>{note}</bdi>”
            </>
          )}
        </p>
      </div>
    </>
  )
}
