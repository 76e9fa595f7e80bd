import { useActForm } from '../../api/use-act-form.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { TrackingId } from '../answers.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'

type EndTrackingIdProps = { tracking: TrackingId; onClose: () => void }

/** The dialog that sets the day on which a tracking id ends. */
export default function EndTrackingId({ tracking, onClose }: EndTrackingIdProps) {
  const form = useActForm(
    useAdminAct({
      send: (api, { valid_to }: { valid_to: string }) =>
        api('PATCH /api/v1/admin/tracking-ids/:id', {
          params: { id: tracking.id },
          body: { valid_to: valid_to || null },
        }),
      done: 'Tracking ID changed',
      failed: 'Could not change the tracking ID',
    }),
    { start: { valid_to: tracking.valid_to ?? '' }, onDone: onClose },
  )
  return (
    <FormDialog title="End this tracking ID" confirm="Save" form={form} onClose={onClose}>
      <p className="text-small text-ink-2">
        <b className="font-semibold break-all text-ink">{tracking.tag}</b> no longer stands for{' '}
        {tracking.creator.username ? `@${tracking.creator.username}` : 'its creator'} from that day on. Orders
        of the days that change are matched again.
      </p>
      <Field
        label="Until"
        hint={tracking.valid_to ? 'Empty, it goes on for ever.' : 'The first day that is not theirs.'}
        error={form.problem('valid_to')}
      >
        <TextInput
          {...form.register('valid_to', tracking.valid_to ? {} : { required: 'Please choose a day' })}
          type="date"
          data-autofocus=""
        />
      </Field>
    </FormDialog>
  )
}
