import { Link } from '@tanstack/react-router'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useCheckedForm } from '../sign-in/auth-form.ts'
import { EmailInput, useKnownEmail, withEmail } from '../sign-in/inputs.tsx'
import { emailRule } from '../sign-in/rules.ts'
import { ResetLinkButton, requestResetLink } from './reset-link.tsx'

/** Asks for a password-reset link (docs/product/reset.md#forgot-password). */
export function ForgotPage() {
  const { form, errors, isBusy, formProps } = useCheckedForm<{ email: string }>(({ email }) =>
    requestResetLink(email),
  )
  useKnownEmail(form)
  return (
    <AuthLayout
      title="Forgot password?"
      subtitle="Tell us your email, and we’ll send you a link to set a new one."
    >
      <form {...formProps} className="stack gap-4">
        <Field label="Email" error={errors.email?.message}>
          <EmailInput {...form.register('email', { validate: emailRule })} />
        </Field>
        <ResetLinkButton type="submit" busy={isBusy} />
      </form>
      <Banner tone="note">
        Signed up with Google or Apple? Sign in with that provider, or send a reset link to set a password.
      </Banner>
      <p className="text-small text-ink-2">
        Remembered it?{' '}
        <Link to="/login" state={withEmail(form)} className="link text-ink">
          Log in
        </Link>
      </p>
    </AuthLayout>
  )
}
