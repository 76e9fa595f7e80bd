import { type FormEvent, useId, useRef, useState } from 'react'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import type { OrderDetail } from '../admin-queries.ts'
import { ReasonField, useTabDraft } from '../parts/dialog-parts.tsx'
import { ChangedNotice, type FieldProblems, useDecision } from './decision.tsx'

type AssignOrderProps = { order: OrderDetail; onClose: () => void }

const empty = { product_ref: '', reason: '', note_to_creator: '' }

const missing = (typed: typeof empty): FieldProblems => ({
  ...(!typed.product_ref.trim() && { product_ref: 'Please name a product or short link' }),
  ...(!typed.reason.trim() && { reason: 'Please give a reason' }),
})

/**
 * Credits an order to a product by hand, with a reason (docs/product/matching.md#by-hand). Load it lazily, as every
 * dialog.
 */
export default function AssignOrder({ order, onClose }: AssignOrderProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, isChanged, problems: told, decide } = useDecision(order)
  const [draft, setTyped, forget] = useTabDraft(`assign ${order.order_item_id}`, empty)
  const typed = { ...empty, ...draft }
  const [own, setOwn] = useState<FieldProblems>({})
  const problems = { ...told, ...own }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = missing(typed)
    setOwn(found)
    if (Object.keys(found).length > 0) {
      form.current?.querySelector<HTMLElement>(found.product_ref ? 'input' : 'textarea')?.focus()
      return
    }
    const isDone = await decide(
      (version) =>
        api('PUT /api/v1/admin/orders/:id/match', {
          params: { id: order.order_item_id },
          body: {
            product_ref: typed.product_ref.trim(),
            reason: typed.reason.trim(),
            note_to_creator: typed.note_to_creator.trim() || null,
            version,
          },
        }),
      { success: 'Order assigned', failure: 'Could not assign the order' },
    )
    if (!isDone) return
    forget()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Assign by hand"
      dismissable={!isBusy}
      foot={<DialogFoot form={formId} confirm="Assign" isBusy={isBusy} onCancel={onClose} />}
    >
      <p className="text-small text-ink-2">
        Matching leaves it alone from then on. What was posted to someone else is taken back by the next
        calculation.
      </p>
      {isChanged && <ChangedNotice order={order} />}
      <form ref={form} id={formId} noValidate onSubmit={submit} className="stack gap-5">
        <Field
          label="Product"
          hint="Its short link, or the address of its page."
          error={problems.product_ref}
        >
          <TextInput
            data-autofocus=""
            required
            value={typed.product_ref}
            maxLength={2048}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => {
              setOwn({})
              setTyped({ ...typed, product_ref: target.value })
            }}
          />
        </Field>
        <ReasonField
          reason={{
            text: typed.reason,
            problem: problems.reason ?? null,
            type: (reason) => {
              setOwn({})
              setTyped({ ...typed, reason })
            },
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
            onChange={({ target }) => setTyped({ ...typed, note_to_creator: target.value })}
          />
        </Field>
      </form>
    </Dialog>
  )
}
