import { Link } from '@tanstack/react-router'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { expectFirstSteps } from '../../session/first-steps.ts'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useAppName } from '../../use-app-name.ts'
import { type NewAccount, signUp } from './attempts.ts'
import { useAuthForm } from './auth-form.ts'
import { EmailInput, NewPasswordInput, usePasswordMinLength } from './inputs.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { emailRule, nameRule, newPasswordRule } from './rules.ts'
import { StorageNote } from './storage-note.tsx'
import { WantedNote } from './wanted-note.tsx'

/** How long the toast stays, in milliseconds (docs/product/sign-in.md#sign-up). */
const toastMs = 4_000

function welcome(appName: string) {
  void toast.success('Account created successfully! 🎉', {
    description: `Welcome to ${appName}! You're now logged in and ready to start sharing products.`,
    duration: toastMs,
    isParting: true,
  })
}

/** Sign-up (docs/product/sign-in.md#sign-up). */
export function SignUpPage() {
  const appName = useAppName()
  const least = usePasswordMinLength()
  const { form, errors, isBusy, formProps } = useAuthForm<NewAccount>(async (account) => {
    const problem = await signUp(account)
    if (!problem) {
      expectFirstSteps()
      welcome(appName)
    }
    return problem
  })
  return (
    <AuthLayout title="Join the social commerce revolution">
      <StorageNote />
      <WantedNote on="signup" />
      <form {...formProps} className="stack gap-4">
        {/* Registered in the order of the page: the first wrong one gets the focus. */}
        <NameFields
          first={form.register('first_name', { validate: nameRule('First name') })}
          last={form.register('last_name', { validate: nameRule('Last name') })}
          errors={errors}
        />
        <Field label="Email" error={errors.email?.message}>
          <EmailInput {...form.register('email', { validate: emailRule })} />
        </Field>
        <NewPasswordInput
          label="Password"
          password={form.watch('password') ?? ''}
          error={errors.password?.message}
          own={form.watch(['email', 'first_name', 'last_name']).map((text) => text ?? '')}
          registration={form.register('password', { validate: newPasswordRule(least) })}
        />
        <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
          Sign up
        </Button>
      </form>
      <ProviderButtons />
      <SmallPrint />
    </AuthLayout>
  )
}

function SmallPrint() {
  return (
    <>
      <p className="text-caption text-ink-3">
        By signing up you agree to the{' '}
        <Link to="/terms" className="link">
          Terms of Service
        </Link>{' '}
        and{' '}
        <Link to="/privacy" className="link">
          Privacy Policy
        </Link>
        .
      </p>
      <p className="text-small text-ink-2">
        Have an account?{' '}
        <Link to="/login" className="link text-ink">
          Log in
        </Link>
      </p>
    </>
  )
}

type NameFieldsProps = {
  first: UseFormRegisterReturn
  last: UseFormRegisterReturn
  errors: FieldErrors<NewAccount>
}

/** First and last name, side by side. */
function NameFields({ first, last, errors }: NameFieldsProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field label="First name" error={errors.first_name?.message}>
        <TextInput required autoComplete="given-name" {...first} />
      </Field>
      <Field label="Last name" error={errors.last_name?.message}>
        <TextInput required autoComplete="family-name" {...last} />
      </Field>
    </div>
  )
}
