import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
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
  const form = useId()
  const [name, setName] = useState(passkey.friendly_name ?? '')
  const [error, setError] = useState<string>()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return setError('Name is required')
    if (await changes.rename(passkey.id, name.trim())) onClose()
  }

  return (
    <FormDialog
      form={form}
      title="Rename this passkey"
      label="Save"
      isBusy={changes.isBusy}
      onClose={onClose}
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)}>
        <Field label="Name" hint="Such as the device or the password manager that keeps it." error={error}>
          <TextInput
            value={name}
            maxLength={120}
            autoComplete="off"
            onChange={({ target }) => {
              setName(target.value)
              setError(undefined)
            }}
          />
        </Field>
      </form>
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

type FormDialogProps = {
  form: string
  title: string
  label: string
  isBusy: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog with one short form, which is sent or cancelled. */
const FormDialog = ({ form, title, label, isBusy, onClose, children }: FormDialogProps) => (
  <Dialog
    open
    title={title}
    onClose={onClose}
    dismissable={!isBusy}
    foot={<DialogFoot form={form} confirm={label} isBusy={isBusy} onCancel={onClose} />}
  >
    {children}
  </Dialog>
)
