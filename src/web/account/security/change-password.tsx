import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { minOfReplacement } from '../../../shared/sign-in/password.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import type { Me } from '../profile/profile-fields.ts'
import { setPassword } from '../reset/set-password.ts'
import { useCheckedForm } from '../sign-in/auth-form.ts'
import { NewPasswordInput, usePasswordMinLength } from '../sign-in/inputs.tsx'
import { currentPasswordRule, replacementRule } from '../sign-in/rules.ts'
import { sessionsQuery } from './own-sessions.ts'

type ChangePasswordProps = { me: Me }

const title = 'Change password'

/**
 * Changes the password of a person who knows the current one; without a password, offers a reset link
 * (docs/product/profile.md#change-password).
 */
export function ChangePassword({ me }: ChangePasswordProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  // The form replaces the button that opened it, and gives the focus back to it on closing.
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (!me.has_password) return <WithoutPassword />

  return (
    <SettingsSection title={title} note="You stay signed in here, and are signed out everywhere else.">
      {isOpen ? (
        <PasswordForm me={me} onClose={() => setOpen(false)} />
      ) : (
        <Button ref={opener} className="justify-self-start" onClick={() => setOpen(true)}>
          {title}
        </Button>
      )}
    </SettingsSection>
  )
}

const WithoutPassword = () => (
  <SettingsSection
    title={title}
    note={
      <>
        You sign in without a password. To set one,{' '}
        <Link to="/forgot" className="link text-ink">
          send yourself a reset link
        </Link>
        .
      </>
    }
  >
    {null}
  </SettingsSection>
)

type PasswordChange = { current_password: string; password: string }
type PasswordFormProps = { me: Me; onClose: () => void }

function PasswordForm({ me: { email, first_name, last_name }, onClose }: PasswordFormProps) {
  const client = useQueryClient()
  const least = usePasswordMinLength()
  const { queryKey } = sessionsQuery(useApi())
  const { form, errors, isBusy, formProps } = useCheckedForm<PasswordChange>(async (typed) => {
    const problem = await setPassword(typed.password, typed.current_password)
    if (problem) return { ...problem, title: 'Error' }
    void toast.success('Password updated.')
    void client.invalidateQueries({ queryKey })
    onClose()
    return null
  })
  return (
    <form {...formProps} className="stack max-w-112 gap-4">
      {/* For password managers: the account that the password belongs to. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={errors.current_password?.message}>
        <PasswordInput
          required
          autoComplete="current-password"
          {...form.register('current_password', { validate: currentPasswordRule })}
        />
      </Field>
      <NewPasswordInput
        label="New password"
        password={form.watch('password') ?? ''}
        error={errors.password?.message}
        needed={minOfReplacement(least)}
        own={[email, first_name, last_name]}
        registration={form.register('password', { validate: replacementRule(least) })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="ink" busy={isBusy}>
          Update password
        </Button>
        <Button disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
