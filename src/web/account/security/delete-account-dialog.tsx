import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import type { Me } from '../profile/profile-draft.ts'
import { useDeleteAccount } from '../use-delete-account.ts'

export type DeleteAccountProps = { me: Me; onClose: () => void }

/** Says what goes and what stays, and has the person confirm it. Load it lazily, as every dialog. */
export function DeleteAccountDialog({ me, onClose }: DeleteAccountProps) {
  const formId = useId()
  const [typed, setTyped] = useState({ username: '', password: '' })
  const { element, problems, isBusy, retype, remove } = useDeleteAccount(me)
  const isConfirmed = typed.username.trim() === me.username

  function type(change: Partial<typeof typed>) {
    setTyped({ ...typed, ...change })
    retype(change)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void remove({ username: typed.username.trim(), password: typed.password })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete your account?"
      dismissable={!isBusy}
      foot={
        <div className="grid grid-cols-2 gap-2">
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={isBusy} blocked={!isConfirmed}>
            Delete account
          </Button>
        </div>
      }
    >
      <Consequences username={me.username} />
      <form ref={element} id={formId} noValidate onSubmit={submit} className="stack gap-5">
        <Field label="Your username" hint={`Type ${me.username} to confirm.`} error={problems.username}>
          <TextInput
            required
            value={typed.username}
            autoCapitalize="none"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            onChange={({ target }) => type({ username: target.value })}
          />
        </Field>
        {me.has_password && (
          <Field label="Your password" error={problems.password}>
            <PasswordInput
              required
              value={typed.password}
              autoComplete="current-password"
              onChange={({ target }) => type({ password: target.value })}
            />
          </Field>
        )}
      </form>
    </Dialog>
  )
}

type ConsequencesProps = { username: string }

function Consequences({ username }: ConsequencesProps) {
  return (
    <div className="stack gap-4 text-small text-ink-2">
      <div className="stack gap-1">
        <p className="font-semibold text-ink">What goes, at once and for good</p>
        <ul className="ms-5 grid list-disc gap-1">
          <li>Your profile, your pictures, your email address and your password.</li>
          <li>Your products. Your short links stop working.</li>
          <li>Whom you follow, and who follows you.</li>
          <li>You are signed out everywhere.</li>
        </ul>
      </div>
      <div className="stack gap-1">
        <p className="font-semibold text-ink">What stays</p>
        <ul className="ms-5 grid list-disc gap-1">
          <li>Records of earnings, without your name.</li>
          <li>The username {username} is never given to anyone else.</li>
        </ul>
      </div>
    </div>
  )
}
