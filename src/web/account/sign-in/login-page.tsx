import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { sessionStorageKey } from '../../boot/head-keys.ts'
import { inBrowser } from '../../browser/storage.ts'
import { useSession } from '../../session/session.ts'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { Button } from '../../ui/button/button.tsx'
import { LoadingVeil } from '../../ui/dialog/loading-veil.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useAppName } from '../../use-app-name.ts'
import { PasskeyButton, useOffersPasskeys } from '../passkeys/passkey-sign-in.tsx'
import { useArrival } from './arrival.ts'
import { type Credentials, signIn } from './attempts.ts'
import { useAuthForm } from './auth-form.ts'
import { EmailInput, useKnownEmail, withEmail } from './inputs.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { emailRule, passwordRule } from './rules.ts'
import { StorageNote } from './storage-note.tsx'
import { WantedNote } from './wanted-note.tsx'

const SecondStep = lazyPart(
  async () => ({ default: (await import('../two-step/second-step.tsx')).SecondStep }),
  {
    waiting: LoadingVeil,
  },
)

/** Sign-in (docs/product/sign-in.md#log-in). Providers send people back here too. */
export function LoginPage() {
  const appName = useAppName()
  const { form, errors, isBusy, formProps } = useAuthForm<Credentials>(signIn)
  const offersPasskeys = useOffersPasskeys()
  const isArriving = useArrival('Sign in failed')
  useKnownEmail(form)
  const session = useSession()
  if (session.status === 'signed_out' && session.owesStep)
    return (
      <AuthLayout title="One more step" subtitle="Your account asks for a code, too.">
        <SecondStep />
      </AuthLayout>
    )
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
    <AuthLayout title="Share products, earn together" subtitle={<Welcome />} pictures>
      <StorageNote />
      <ExpiryNote />
      <WantedNote on="login" />
      <form {...formProps} className="stack gap-4">
        <Field label="Email" error={errors.email?.message}>
          <EmailInput
            {...(offersPasskeys && { autoComplete: 'email webauthn' })}
            {...form.register('email', { validate: emailRule })}
          />
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
      {offersPasskeys && <PasskeyButton />}
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

/** 'Welcome back.' only where somebody has signed in before: head-script.ts knows it before anything is drawn. */
const Welcome = () => (
  <>
    <span className="in-data-known:hidden">Log in to your account.</span>
    <span className="not-in-data-known:hidden">Welcome back.</span>
  </>
)

/** Says why a person who was signed in is here. The server's HTML and the first rendering do not show it. */
function ExpiryNote() {
  const ending = useSyncExternalStore(never, readEnding, () => null)
  if (!ending) return null
  return (
    <Banner tone="note">
      {ending === 'ended'
        ? 'Your session has ended: you were signed out elsewhere. Please log in again.'
        : 'You were signed out because your last sign-in was long ago. Please log in again.'}
    </Banner>
  )
}

const readEnding = () => inBrowser.read(`${sessionStorageKey}.expired`)

const never = () => () => {}
