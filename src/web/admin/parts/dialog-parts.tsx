import { type FormEvent, useEffect, useId, useState } from 'react'
import { tabDraft } from '../../browser/tab-draft.ts'
import { useSession } from '../../session/session.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'

/** State of a form that outlives a reload, for this tab and this person; and how to forget it. */
export function useTabDraft<Draft>(name: string, start: Draft) {
  const session = useSession()
  const userId = session.status === 'signed_in' ? session.userId : ''
  const [store] = useState(() => tabDraft<Draft>(`folio.admin ${name}`, 1))
  const [draft, setDraft] = useState<Draft>(() => store.load(userId) ?? start)
  useEffect(() => store.save(userId, draft), [store, userId, draft])
  return [draft, setDraft, () => store.save(userId, null)] as const
}

const missing = 'Please give a reason'

/**
 * The form that asks why something is done. `subject` names what it is done to: what was typed about it is kept for the
 * tab until `send` says that it has been done.
 */
export function useReason(subject: string, send: (reason: string) => Promise<boolean>) {
  const formId = useId()
  const [text, setText, forget] = useTabDraft(`reason ${subject}`, '')
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!text.trim()) {
      setProblem(missing)
      event.currentTarget.querySelector('textarea')?.focus()
      return
    }
    if (await send(text.trim())) forget()
  }
  function type(next: string) {
    setProblem(null)
    setText(next)
  }

  return { formId, text, problem, type, submit }
}

type ReasonFieldProps = {
  reason: { text: string; problem: string | null; type: (text: string) => void }
  label?: string
  hint?: string
}

/** Why something is done, for those who read of it later. */
export function ReasonField({
  reason: { text, problem, type },
  label = 'Reason',
  hint = 'Kept in the audit log for other admins; creators never see it.',
}: ReasonFieldProps) {
  return (
    <Field label={label} error={problem ?? undefined} hint={hint}>
      <TextArea
        required
        value={text}
        maxLength={500}
        onChange={({ target }) => type(target.value)}
        data-autofocus=""
      />
    </Field>
  )
}
