import type { RunningAct } from '../../api/use-act.ts'
import { filled, useActForm } from '../../api/use-act-form.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { Asked, OwnPasskey, usePasskeyChanges } from './own-passkeys.ts'

type Changes = ReturnType<typeof usePasskeyChanges>

type PasskeyDialogProps = { asked: Asked | null; changes: Changes; onClose: () => void }

/** The dialogs about the person's passkeys. Load it lazily, as every dialog. */
export default function PasskeyDialog({ asked, changes, onClose }: PasskeyDialogProps) {
  if (asked?.what === 'rename')
    return <RenamePasskey passkey={asked.passkey} changes={changes} onClose={onClose} />
  if (asked?.what === 'remove')
    return <RemovePasskey passkey={asked.passkey} changes={changes} onClose={onClose} />
  return null
}

type AboutPasskeyProps = { passkey: OwnPasskey; changes: Changes; onClose: () => void }

function RenamePasskey({ passkey, changes, onClose }: AboutPasskeyProps) {
  const rename: RunningAct<{ name: string }> = {
    ...changes,
    run: ({ name }) => changes.rename(passkey.id, name.trim()),
    current: undefined,
  }
  const form = useActForm(rename, { start: { name: passkey.friendly_name ?? '' }, onDone: onClose })
  return (
    <FormDialog title="Rename this passkey" confirm="Save" form={form} onClose={onClose}>
      <Field
        label="Name"
        hint="Such as the device or the password manager that keeps it."
        error={form.problem('name')}
      >
        <TextInput
          {...form.register('name', filled('Name is required'))}
          maxLength={120}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  )
}

function RemovePasskey({ passkey, changes, onClose }: AboutPasskeyProps) {
  async function remove() {
    if (await changes.remove(passkey.id)) onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void remove()}
      title="Remove this passkey?"
      description="It no longer signs you in here. Your device may go on offering it until you delete it there, too."
      confirmLabel="Remove"
      busy={changes.isBusy}
    >
      <p className="text-small font-semibold break-words">{passkey.friendly_name}</p>
    </ConfirmDialog>
  )
}
