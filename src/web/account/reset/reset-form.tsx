import { Link } from '@tanstack/react-router'
import { minOfReplacement } from '../../../shared/sign-in/password.ts'
import { readStoredSession } from '../../session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { NewPasswordInput, usePasswordMinLength } from '../sign-in/inputs.tsx'
import { currentPasswordRule, replacementRule, sameAgainRule } from '../sign-in/rules.ts'
import type { useResetForm } from './use-reset-form.ts'

type ResetFormProps = ReturnType<typeof useResetForm>

/** The new password twice; for someone signed in, the current one before (docs/product/reset.md#new-password). */
export function ResetForm({
  form,
  errors,
  isBusy,
  formProps,
  way,
  asksCurrent,
  refusedLink,
}: ResetFormProps) {
  const least = usePasswordMinLength()
  return (
    <form {...formProps} className="stack gap-4">
      {refusedLink && (
        <Banner tone="bad">
          <p>{refusedLink}</p>
          <Link to="/forgot" className="link">
            Get a new link
          </Link>
        </Banner>
      )}
      <AccountForPasswordManagers isKnown={way === 'signed_in' || way === 'recovered'} />
      {(way === 'signed_in' || !way) && (
        <Field
          label="Current password"
          error={errors.current_password?.message}
          className={way ? undefined : 'in-data-link:hidden'}
        >
          <PasswordInput
            required
            autoComplete="current-password"
            {...form.register('current_password', {
              validate: (value) => !asksCurrent() || currentPasswordRule(value),
            })}
          />
        </Field>
      )}
      <NewPasswordInput
        label="New password"
        password={form.watch('password') ?? ''}
        error={errors.password?.message}
        needed={minOfReplacement(least)}
        own={ownWords()}
        registration={form.register('password', { validate: replacementRule(least), deps: ['confirm'] })}
      />
      <Field label="Confirm password" error={errors.confirm?.message}>
        <PasswordInput
          required
          autoComplete="new-password"
          {...form.register('confirm', { validate: sameAgainRule })}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
        Update password
      </Button>
    </form>
  )
}

/** The words of the person whose session it is; a mailed link does not name them before it is followed. */
function ownWords(): string[] {
  const user = readStoredSession()?.user
  const { first_name, last_name } = user?.user_metadata ?? {}
  return [user?.email, first_name, last_name].filter((text) => typeof text === 'string')
}

/**
 * For password managers: the account that the password belongs to. A mailed link does not name it before it is
 * followed.
 */
function AccountForPasswordManagers({ isKnown }: { isKnown: boolean }) {
  const email = isKnown && readStoredSession()?.user?.email
  return email && <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
}
