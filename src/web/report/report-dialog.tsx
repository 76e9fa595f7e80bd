import { useEffect } from 'react'
import { longest } from '../../shared/fields/longest.ts'
import type { InputOf } from '../api/client.ts'
import { useAct } from '../api/use-act.ts'
import { useActForm } from '../api/use-act-form.ts'
import { Dialog, SheetSubmit } from '../ui/dialog/dialog.tsx'
import { prepareToasts } from '../ui/feedback/toast.ts'
import { Field } from '../ui/form/field.tsx'
import { RadioField } from '../ui/form/radio-field.tsx'
import { TextArea } from '../ui/form/text-input.tsx'

/** The reported product, profile or list. */
export type Reported = { product_id: string } | { profile_id: string } | { list_id: string }

type Reason = InputOf<'POST /api/v1/reports'>['body']['reason']

const reasons: { value: Reason; label: string }[] = [
  { value: 'spam', label: 'It is spam' },
  { value: 'misleading', label: 'It is not what it says' },
  { value: 'offensive', label: 'It is offensive' },
  { value: 'impersonation', label: 'It uses someone else’s identity or pictures' },
  { value: 'other', label: 'Something else' },
]

function titleOf(thing: Reported): string {
  if ('product_id' in thing) return 'Report this item'
  return 'list_id' in thing ? 'Report this list' : 'Report this profile'
}

type ReportDialogProps = { thing: Reported; onClose: () => void }

type Typed = { reason: Reason | null; text: string }

/** Reports a product, profile or list, with a reason. The input stays until it has been sent. */
export function ReportDialog({ thing, onClose }: ReportDialogProps) {
  const act = useAct({
    send: (api, { reason, text }: Typed) => {
      if (!reason) throw new Error('The form is not sent without a reason')
      return api('POST /api/v1/reports', { body: { ...thing, reason, text } })
    },
    done: { title: 'Thank you', description: 'We will look at it. Nobody else learns about your report.' },
    failed: 'Not sent',
  })
  const { formProps, isBusy, control, register, problem, watch, clearErrors } = useActForm(act, {
    start: { reason: null, text: '' },
    onDone: onClose,
  })
  const needsText = watch('reason') === 'other'
  useEffect(prepareToasts, [])
  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf(thing)}
      dismissable={!isBusy}
      foot={
        <SheetSubmit form={formProps.id} busy={isBusy}>
          Send report
        </SheetSubmit>
      }
    >
      <p className="text-small text-ink-2">
        Reports are read by people who decide. The person you report does not learn of it.
      </p>
      <form {...formProps} className="stack gap-5">
        <RadioField
          control={control}
          name="reason"
          required="Please choose a reason."
          legend="What is wrong?"
          options={reasons}
          onChosen={() => clearErrors('text')}
        />
        <Field label={needsText ? 'What is it?' : 'Tell us more (optional)'} error={problem('text')}>
          <TextArea
            {...register('text', {
              validate: (text, { reason }) =>
                reason !== 'other' || text.trim() !== '' || 'Please say what is wrong.',
            })}
            maxLength={longest.report}
            required={needsText}
          />
        </Field>
      </form>
    </Dialog>
  )
}
