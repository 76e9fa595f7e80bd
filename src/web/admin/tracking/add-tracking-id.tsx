import { type ComponentProps, type FormEvent, useId, useRef } from 'react'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ExactInput, useTabDraft } from '../parts/dialog-parts.tsx'
import { MarketplaceField } from '../parts/marketplace-field.tsx'
import { useChange } from '../parts/use-change.ts'

type AddTrackingIdProps = { onClose: () => void }

const empty = { tag: '', username: '', marketplace: 'us', valid_from: '', valid_to: '', note: '' }
type Typed = typeof empty

/** `autofocus`: the field has the focus when the dialog opens. */
type InputProps = ComponentProps<'input'> & { autofocus?: boolean }

function missing({ tag, username, valid_from }: Typed): Record<string, string> {
  return {
    ...(!tag.trim() && { tag: 'Please enter a tracking ID' }),
    ...(!username.trim() && { username: 'Please name a creator' }),
    ...(!valid_from && { valid_from: 'Please choose a day' }),
  }
}

/** The dialog that gives a creator a tracking id. Load it lazily, as every dialog. */
export default function AddTrackingId({ onClose }: AddTrackingIdProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, change } = useChange(form)
  const withKey = useIdempotencyKey()
  const [typed, setTyped, forget] = useTabDraft('tracking-id', empty)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = missing(typed)
    if (Object.keys(found).length > 0) return show(found)
    const { tag, username, marketplace, valid_from, valid_to, note } = typed
    const body = {
      tag: tag.trim(),
      username: username.trim(),
      marketplace,
      valid_from,
      valid_to: valid_to || null,
      note: note.trim() || null,
    }
    const add = () =>
      withKey(JSON.stringify(body), (idempotencyKey) =>
        api('POST /api/v1/admin/tracking-ids', { body }, { idempotencyKey }),
      )
    const isDone = await change(add, {
      success: 'Tracking ID added',
      failure: 'Could not add the tracking ID',
    })
    if (!isDone) return
    forget()
    onClose()
  }

  const input = (name: keyof Typed, { autofocus, ...more }: InputProps = {}) => (
    <ExactInput
      {...more}
      data-autofocus={autofocus ? '' : undefined}
      name={name}
      value={typed[name]}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a tracking ID"
      dismissable={!isBusy}
      foot={<DialogFoot form={formId} confirm="Add" isBusy={isBusy} onCancel={onClose} />}
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="stack gap-5">
        <Field label="Tracking ID" error={problems.tag}>
          {input('tag', { required: true, maxLength: 100, autofocus: true })}
        </Field>
        <Field label="Creator" hint="Their username." error={problems.username}>
          {input('username', { required: true, maxLength: 21 })}
        </Field>
        <MarketplaceField
          value={typed.marketplace}
          error={problems.marketplace}
          onChange={(marketplace) => setTyped({ ...typed, marketplace })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="From" hint="The first day of orders that are theirs." error={problems.valid_from}>
            {input('valid_from', { type: 'date', required: true })}
          </Field>
          <Field label="Until (Optional)" hint="The first day that is not." error={problems.valid_to}>
            {input('valid_to', { type: 'date' })}
          </Field>
        </div>
        <Field label="Note (Optional)" error={problems.note}>
          {input('note', { maxLength: 500 })}
        </Field>
      </form>
    </Dialog>
  )
}
