import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import { ApiError } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { AuthLayout } from '../../shell/auth-layout.tsx'
import { Button } from '../../ui/button/button.tsx'
import { crossArt, EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type AuthProblem, unexpected } from '../sign-in/attempts.ts'
import { useCheckedForm } from '../sign-in/auth-form.ts'
import { useFragment } from '../use-fragment.ts'

const title = 'Enter the code from our mail'

/** Asks for the mailed code that links Google or Apple to an account (docs/product/sign-in.md#providers). */
export function LinkPage() {
  const fragment = useFragment()
  const link = fragment === null ? null : new URLSearchParams(fragment).get('link')
  const [isOver, setOver] = useState(false)
  const isNothing = isOver || (fragment !== null && !link)
  return (
    <AuthLayout
      title={title}
      {...(!isNothing && {
        subtitle:
          'There is an account with your email address. We’ve sent a code there, to make sure that it is yours.',
      })}
    >
      {isNothing ? (
        <EmptyState art={crossArt} title="This page does not work any more">
          A code works for 15 minutes, and for five tries. Please sign in with Google or Apple again.
        </EmptyState>
      ) : (
        <CodeForm link={link} onOver={() => setOver(true)} />
      )}
      <p className="text-small text-ink-2">
        <Link to="/login" className="link text-ink">
          Back to log in
        </Link>
      </p>
    </AuthLayout>
  )
}

type CodeFormProps = {
  /** The sign-in that waits for the code; null until the page is taken over. */
  link: string | null
  /** Called when no code works any more. */
  onOver: () => void
}

function CodeForm({ link, onOver }: CodeFormProps) {
  const api = useApi()
  const { form, errors, isBusy, formProps } = useCheckedForm<{ code: string }>(async ({ code }) => {
    try {
      const { address } = await api('POST /api/v1/provider-links/confirm', {
        body: { link: link ?? '', code },
      })
      window.location.assign(address)
      return null
    } catch (error) {
      if (hasCode(error, 'conflict')) onOver()
      return problemOf(error)
    }
  })
  return (
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
  )
}

const codeRule = (code: string) =>
  /^\d{8}$/.test(code.replaceAll(/\s/g, '')) || 'Enter the eight digits of the mail'

function problemOf(error: unknown): AuthProblem {
  if (!(error instanceof ApiError)) return unexpected()
  const { message, code } = error
  return { title: 'Sign in failed', message, ...(code === 'validation_failed' && { field: 'code' }) }
}
