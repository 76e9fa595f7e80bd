import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { ApiError } from '../../client.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useApi } from '../../use-api.ts'
import type { Me } from '../profile/profile-draft.ts'
import { unexpected } from '../sign-in/attempts.ts'
import type { Asked, OwnPasskey, usePasskeyChanges } from './own-passkeys.ts'

type Changes = ReturnType<typeof usePasskeyChanges>

type PasskeyDialogProps = { me: Me; asked: Asked | null; changes: Changes; onClose: () => void }

/**
 * The dialogs about the person's passkeys; where needed, the person confirms who they are first. Load it lazily, as
 * every dialog.
 */
export default function PasskeyDialog({ me, asked, changes, onClose }: PasskeyDialogProps) {
  if (changes.unconfirmed) return <ConfirmOwner me={me} changes={changes} onDone={onClose} />
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

type ConfirmOwnerProps = { me: Me; changes: Changes; onDone: () => void }

const confirmTitle = 'Confirm that it is you'

/** Asks for the password before a change that a stranger at an unlocked device must not make, then makes it. */
function ConfirmOwner({ me, changes, onDone }: ConfirmOwnerProps) {
  const form = useId()
  const { password, setPassword, problem, isBusy, confirm } = useConfirmation()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if ((await confirm()) && (await changes.confirmed())) onDone()
  }

  if (!me.has_password)
    return (
      <Dialog open title={confirmTitle} onClose={changes.forget}>
        <p className="text-small text-ink-2">
          You signed in a while ago. Please sign out and in again: passkeys are changed within 15 minutes of
          that.
        </p>
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      title={confirmTitle}
      label="Confirm"
      isBusy={isBusy || changes.isBusy}
      onClose={changes.forget}
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
        <p className="text-small text-ink-2">
          You signed in a while ago. Passkeys let whoever has them into your account.
        </p>
        {/* For password managers: the account that the password belongs to. */}
        <input type="email" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <Field label="Your password" error={problem}>
          <PasswordInput
            required
            value={password}
            autoComplete="current-password"
            onChange={({ target }) => setPassword(target.value)}
          />
        </Field>
      </form>
    </FormDialog>
  )
}

function useConfirmation() {
  const api = useApi()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  /** Sends the password to the server. Resolves to true when it is right. */
  async function confirm(): Promise<boolean> {
    if (!password) {
      setProblem('Password is required')
      return false
    }
    setBusy(true)
    try {
      await api('POST /api/v1/me/confirm', { body: { password } })
      return true
    } catch (error) {
      const said =
        error instanceof ApiError ? error.problems.find(({ path }) => path === 'password') : undefined
      if (said) setProblem(said.message)
      else {
        const { title, message } = unexpected()
        void toast.error(title, { description: error instanceof ApiError ? error.message : message })
      }
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    password,
    setPassword: (typed: string) => {
      setPassword(typed)
      setProblem(undefined)
    },
    problem,
    isBusy,
    confirm,
  }
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
