import { Link, useLocation } from '@tanstack/react-router'
import { ApiError } from '../../client.ts'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useApi } from '../../use-api.ts'
import { type AuthProblem, unexpected } from '../sign-in/attempts.ts'
import { useCheckedForm } from '../sign-in/auth-form.ts'

const title = 'Enter the code from our mail'

/** Asks for the mailed code that links Google or Apple to an account (docs/product/sign-in.md#providers). */
export function LinkPage() {
  const api = useApi()
  const fragment = useLocation({ select: ({ hash }) => hash })
  const { form, errors, isBusy, formProps } = useCheckedForm<{ code: string }>(async ({ code }) => {
    try {
      const link = new URLSearchParams(fragment).get('link') ?? 'none'
      const { address } = await api('POST /api/v1/provider-links/confirm', { body: { link, code } })
      window.location.assign(address)
      return null
    } catch (error) {
      return problemOf(error)
    }
  })
  return (
    <AuthLayout
      title={title}
      subtitle="There is an account with your email address. We’ve sent a code there, to make sure that it is yours."
    >
      <form {...formProps} className="stack gap-4">
        <Field label="Code" hint="Eight digits. It works for 15 minutes." error={errors.code?.message}>
          <TextInput
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            required
            {...form.register('code', { validate: codeRule })}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
          Continue
        </Button>
      </form>
      <p className="text-small text-ink-2">
        <Link to="/login" className="link text-ink">
          Back to log in
        </Link>
      </p>
    </AuthLayout>
  )
}

const codeRule = (code: string) =>
  /^\d{8}$/.test(code.replaceAll(/\s/g, '')) || 'Enter the eight digits of the mail'

function problemOf(error: unknown): AuthProblem {
  if (!(error instanceof ApiError)) return unexpected()
  const { message, code } = error
  return { title: 'Sign in failed', message, ...(code === 'validation_failed' && { field: 'code' }) }
}
