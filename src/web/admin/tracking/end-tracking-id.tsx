import { type FormEvent, useId, useRef, useState } from 'react'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { TrackingId } from '../answers.ts'
import { useChange } from '../parts/use-change.ts'

type EndTrackingIdProps = { tracking: TrackingId; onClose: () => void }

/** The dialog that sets the day on which a tracking id ends. Load it lazily, as every dialog. */
export default function EndTrackingId({ tracking, onClose }: EndTrackingIdProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, change } = useChange(form)
  const [day, setDay] = useState(tracking.valid_to ?? '')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!day && !tracking.valid_to) return show({ valid_to: 'Please choose a day' })
    const isDone = await change(
      () =>
        api('PATCH /api/v1/admin/tracking-ids/:id', {
          params: { id: tracking.id },
          body: { valid_to: day || null },
        }),
      { success: 'Tracking ID changed', failure: 'Could not change the tracking ID' },
    )
    if (isDone) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="End this tracking ID"
      dismissable={!isBusy}
      foot={<DialogFoot form={formId} confirm="Save" isBusy={isBusy} onCancel={onClose} />}
    >
      <p className="text-small text-ink-2">
        <b className="font-semibold break-all text-ink">{tracking.tag}</b> no longer stands for{' '}
        {tracking.creator.username ? `@${tracking.creator.username}` : 'its creator'} from that day on. Orders
        of the days that change are matched again.
      </p>
      <form ref={form} id={formId} noValidate onSubmit={submit}>
        <Field
          label="Until"
          hint={tracking.valid_to ? 'Empty, it goes on for ever.' : 'The first day that is not theirs.'}
          error={problems.valid_to}
        >
          <TextInput
            type="date"
            name="valid_to"
            data-autofocus=""
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
