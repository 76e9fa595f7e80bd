import { type ComponentProps, type FormEvent, useEffect, useId, useState } from 'react'
import { tabDraft } from '../../browser/tab-draft.ts'
import { useSession } from '../../session/session.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'

/** State of a form, stored for this tab and person so that it outlives a reload: value, setter, and `forget`. */
export function useTabDraft<Draft>(name: string, start: Draft) {
  const session = useSession()
  const userId = session.status === 'signed_in' ? session.userId : ''
  const [store] = useState(() => tabDraft<Draft>(`folio.admin ${name}`, 1))
  const [draft, setDraft] = useState<Draft>(() => store.load(userId) ?? start)
  useEffect(() => store.save(userId, draft), [store, userId, draft])
  return [draft, setDraft, () => store.save(userId, null)] as const
}

/** An input for ids, days and amounts, which no keyboard completes or corrects. Takes what `TextInput` takes. */
export const ExactInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput {...props} autoComplete="off" autoCapitalize="none" spellCheck={false} />
)

const missing = 'Please give a reason'

/**
 * State of the form that asks for a reason. What was typed is stored for the tab under `subject`, until `send` resolves
 * to true.
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
  /** Whether the dialog opens on it: not where there is something to read first. */
  isFirst?: boolean
}

/** The field for the reason of an action. */
export function ReasonField({
  reason: { text, problem, type },
  label = 'Reason',
  hint = 'Kept in the audit log for other admins; creators never see it.',
  isFirst = true,
}: ReasonFieldProps) {
  return (
    <Field label={label} error={problem ?? undefined} hint={hint}>
      <TextArea
        name="reason"
        required
        value={text}
        maxLength={500}
        onChange={({ target }) => type(target.value)}
        {...(isFirst && { 'data-autofocus': '' })}
      />
    </Field>
  )
}
