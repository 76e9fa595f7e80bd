import { Link, rootRouteId, useRouteContext } from '@tanstack/react-router'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { Button } from '../../ui/button/button.tsx'
import { LoadingVeil } from '../../ui/dialog/loading-veil.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { useArrival } from './arrival.ts'
import { type Credentials, signIn } from './attempts.ts'
import { useAuthForm } from './auth-form.ts'
import { EmailInput, useKnownEmail, withEmail } from './inputs.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { emailRule, passwordRule } from './rules.ts'

/** Sign-in (spec section 2, /login). Whoever comes back from a provider arrives here, too. */
export function LoginPage() {
  const appName = useRouteContext({ from: rootRouteId, select: (context) => context.appName })
  const { form, errors, isBusy, formProps } = useAuthForm<Credentials>(signIn)
  const isArriving = useArrival('Sign in failed')
  useKnownEmail(form)
  const forgot = (
    <Link
      to="/forgot"
      state={withEmail(form)}
      className="link absolute end-0 -top-2 flex min-h-9 items-center text-small"
    >
      Forgot password?
    </Link>
  )
  return (
    <AuthLayout title="Share products, earn together" subtitle="Welcome back." pictures>
      <form {...formProps} className="stack gap-4">
        <Field label="Email" error={errors.email?.message}>
          <EmailInput {...form.register('email', { validate: emailRule })} />
        </Field>
        <Field label="Password" aside={forgot} error={errors.password?.message}>
          <PasswordInput
            required
            autoComplete="current-password"
            {...form.register('password', { validate: passwordRule })}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
          Log in
        </Button>
      </form>
      <ProviderButtons />
      <p className="text-small text-ink-2">
        New to {appName}?{' '}
        <Link to="/signup" className="link text-ink">
          Sign up
        </Link>
      </p>
      {isArriving && <LoadingVeil />}
    </AuthLayout>
  )
}
