import type { ComponentProps, ReactNode } from 'react'
import type { Path, UseFormRegisterReturn } from 'react-hook-form'
import type { Act, RunningAct } from '../../api/use-act.ts'
import { type ActForm, filled, useActForm } from '../../api/use-act-form.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { useAdminAct } from './use-admin-act.ts'

/** What a dialog asks for beside the reason: its fields by their names in the call. */
type Fields = Record<string, string | null>
type WithReason<Asked extends Fields> = Asked & { reason: string }

type ReasonFormProps<Asked extends Fields> = Omit<ComponentProps<typeof FormDialog>, 'form'> & {
  /** Names what is asked: what is typed is kept for the tab under it until it is sent. */
  subject: string
  /** Who reads the reason; other admins alone by default. */
  hint?: string | undefined
  /** Whether the dialog opens on the reason: not where there is something to read first. */
  isFirst?: boolean
  /** What further fields hold at first. */
  start?: Asked
  /** Further fields of the form, above the reason. */
  fields?: (form: ActForm<WithReason<Asked>>) => ReactNode
  /** The consequences. */
  children: ReactNode
}

type ReasonDialogProps<Asked extends Fields, Answer> = ReasonFormProps<Asked> & Act<WithReason<Asked>, Answer>

/** A dialog that asks for the reason of an act and does it. Stays open until that succeeds. */
export function ReasonDialog<Asked extends Fields = Record<never, never>, Answer = unknown>(
  props: ReasonDialogProps<Asked, Answer>,
) {
  const { send, after, done, failed, onRefused, ...dialog } = props
  const act = useAdminAct({ send, after, done, failed, onRefused })
  return <ReasonFormDialog {...dialog} act={act} />
}

type ReasonFormDialogProps<Asked extends Fields> = ReasonFormProps<Asked> & {
  act: RunningAct<WithReason<Asked>>
}

/** The same for an act that is there. */
export function ReasonFormDialog<Asked extends Fields = Record<never, never>>(
  props: ReasonFormDialogProps<Asked>,
) {
  const { act, subject, hint, isFirst, start, fields, children, ...dialog } = props
  const form = useActForm(act, {
    start: { ...start, reason: '' } as WithReason<Asked>,
    draft: `reason ${subject}`,
    onDone: dialog.onClose,
  })
  const reason = 'reason' as Path<WithReason<Asked>>
  return (
    <FormDialog {...dialog} form={form}>
      {children}
      {fields?.(form)}
      <ReasonField
        field={form.register(reason, filled('Please give a reason'))}
        error={form.problem(reason)}
        hint={hint}
        isFirst={isFirst}
      />
    </FormDialog>
  )
}

type ReasonFieldProps = {
  field: UseFormRegisterReturn
  error: string | undefined
  label?: string
  hint?: string | undefined
  isFirst?: boolean | undefined
}

/** The field for the reason of an act. */
export function ReasonField({
  field,
  error,
  label = 'Reason',
  hint = 'Kept in the audit log for other admins; creators never see it.',
  isFirst = true,
}: ReasonFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      <TextArea {...field} required maxLength={500} {...(isFirst && { 'data-autofocus': '' })} />
    </Field>
  )
}
