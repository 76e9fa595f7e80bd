import { type FormEvent, useEffect, useId, useState } from 'react'
import { ApiError, type InputOf } from '../api/client.ts'
import { useApi } from '../api/use-api.ts'
import { Dialog, SheetSubmit } from '../ui/dialog/dialog.tsx'
import { prepareToasts, toast } from '../ui/feedback/toast.ts'
import { RadioCards } from '../ui/form/choice.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextArea } from '../ui/form/text-input.tsx'

/** The reported product or profile. */
export type Reported = { product_id: string } | { profile_id: string }

type Reason = InputOf<'POST /api/v1/reports'>['body']['reason']

const reasons: { value: Reason; label: string }[] = [
  { value: 'spam', label: 'It is spam' },
  { value: 'misleading', label: 'It is not what it says' },
  { value: 'offensive', label: 'It is offensive' },
  { value: 'impersonation', label: 'It uses someone else’s identity or pictures' },
  { value: 'other', label: 'Something else' },
]

type Problems = { reason?: string; text?: string }

type ReportDialogProps = { thing: Reported; onClose: () => void }

/** Reports a product or profile, with a reason. What was chosen and typed stays until it has been sent. */
export function ReportDialog({ thing, onClose }: ReportDialogProps) {
  const api = useApi()
  const formId = useId()
  const [reason, setReason] = useState<Reason | null>(null)
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  useEffect(prepareToasts, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    if (!reason) return setProblems({ reason: 'Please choose a reason.' })
    if (reason === 'other' && !text.trim()) {
      setProblems({ text: 'Please say what is wrong.' })
      event.currentTarget.querySelector('textarea')?.focus()
      return
    }
    setBusy(true)
    try {
      await api('POST /api/v1/reports', { body: { ...thing, reason, text } })
      onClose()
      void toast.success('Thank you', {
        description: 'We will look at it. Nobody else learns of your report.',
      })
    } catch (error) {
      const wrong = error instanceof ApiError ? error.problems : []
      setProblems(Object.fromEntries(wrong.map(({ path, message }) => [path, message])))
      void toast.error('Not sent', {
        description: error instanceof ApiError ? error.message : 'An unexpected error occurred',
      })
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={'product_id' in thing ? 'Report this item' : 'Report this profile'}
      dismissable={!isBusy}
      foot={
        <SheetSubmit form={formId} busy={isBusy}>
          Send report
        </SheetSubmit>
      }
    >
      <p className="text-small text-ink-2">
        Reports are read by people who decide. Whoever you report does not learn of it.
      </p>
      <form id={formId} noValidate onSubmit={submit} className="stack gap-5">
        <RadioCards
          legend="What is wrong?"
          options={reasons}
          value={reason}
          onChange={(next) => {
            setReason(next)
            setProblems({})
          }}
          error={problems.reason}
        />
        <Field label={reason === 'other' ? 'What is it?' : 'Tell us more (optional)'} error={problems.text}>
          <TextArea
            value={text}
            maxLength={1000}
            required={reason === 'other'}
            onChange={({ target }) => {
              setText(target.value)
              setProblems({})
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
