import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'

type ReasonFieldProps = {
  reason: { text: string; problem: string | null; type: (text: string) => void }
  label?: string
}

/** Why something is done, for those who read of it later. */
export function ReasonField({ reason: { text, problem, type }, label = 'Reason' }: ReasonFieldProps) {
  return (
    <Field label={label} error={problem ?? undefined} hint="Kept in the audit log for other admins.">
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
