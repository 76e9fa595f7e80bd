import { filled, useActForm } from '../../api/use-act-form.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ExactInput } from '../parts/exact-input.tsx'
import { MarketplaceField } from '../parts/marketplace-field.tsx'
import { useAdminAct } from '../parts/use-admin-act.ts'

type AddTrackingIdProps = { onClose: () => void }

const empty = { tag: '', username: '', marketplace: 'us', valid_from: '', valid_to: '', note: '' }

/** The dialog that gives a creator a tracking id. */
export default function AddTrackingId({ onClose }: AddTrackingIdProps) {
  const form = useActForm(
    useAdminAct({
      send: (api, { tag, username, valid_to, note, ...typed }: typeof empty, extras) =>
        api(
          'POST /api/v1/admin/tracking-ids',
          {
            body: {
              ...typed,
              tag: tag.trim(),
              username: username.trim(),
              valid_to: valid_to || null,
              note: note.trim() || null,
            },
          },
          extras,
        ),
      done: 'Tracking ID added',
      failed: 'Could not add the tracking ID',
    }),
    { start: empty, draft: 'tracking-id', onDone: onClose },
  )
  const { register, problem } = form
  return (
    <FormDialog title="Add a tracking ID" confirm="Add" form={form} onClose={onClose}>
      <Field label="Tracking ID" error={problem('tag')}>
        <ExactInput
          {...register('tag', filled('Please enter a tracking ID'))}
          required
          maxLength={100}
          data-autofocus=""
        />
      </Field>
      <Field label="Creator" hint="Their username." error={problem('username')}>
        <ExactInput {...register('username', filled('Please name a creator'))} required maxLength={21} />
      </Field>
      <MarketplaceField {...register('marketplace')} error={problem('marketplace')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="From" hint="The first day of orders that are theirs." error={problem('valid_from')}>
          <ExactInput {...register('valid_from', { required: 'Please choose a day' })} type="date" required />
        </Field>
        <Field label="Until (Optional)" hint="The first day that is not theirs." error={problem('valid_to')}>
          <ExactInput {...register('valid_to')} type="date" />
        </Field>
      </div>
      <Field label="Note (Optional)" error={problem('note')}>
        <ExactInput {...register('note')} maxLength={500} />
      </Field>
    </FormDialog>
  )
}
