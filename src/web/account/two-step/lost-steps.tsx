import { type ReactNode, useState } from 'react'
import { dateText } from '../../../shared/dates/date-format.ts'
import { accessToken } from '../../api/session-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type AuthProblem, attempt, unexpected } from '../sign-in/attempts.ts'
import { useCheckedForm } from '../sign-in/auth-form.ts'
import { useAuthAct } from '../sign-in/use-auth-act.ts'

const title = 'Lost phone'

/** A call that the official client does not know, with its way to say what failed. */
async function callLost(method: 'POST' | 'DELETE', body?: { nonce: string }) {
  const answer = await fetch('/auth/v1/factors/lost', {
    method,
    headers: {
      authorization: `Bearer ${await accessToken()}`,
      'x-supabase-api-version': '2024-01-01',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const said: { drops_at?: string; code?: string; message?: string } = await answer.json()
  if (answer.ok) return { dropsAt: said.drops_at, error: null }
  return { error: Object.assign(new Error(said.message), { code: said.code }) }
}

/** Keeps passkeys and apps that were said to be lost. Resolves to the failure, if any. */
export const keepSteps = () => callLost('DELETE')

/** Has a code mailed to the person. */
export const useMailedCode = (onSent: () => void) =>
  useAuthAct({
    send: () => attempt('No code was sent', (client) => client.reauthenticate()),
    after: onSent,
  })

type LostStepsProps = { children: ReactNode }

/**
 * The ways to show a step (`children`), and for whoever has lost the phone and the codes, in their place: asking that
 * passkeys and apps go, with a mailed code.
 */
export function LostSteps({ children }: LostStepsProps) {
  const [step, setStep] = useState<'closed' | 'open' | 'mailed'>('closed')
  const [dropsAt, setDropsAt] = useState<string>()
  const { run: send, isBusy } = useMailedCode(() => setStep('mailed'))

  if (step === 'closed')
    return (
      <div className="stack gap-4">
        {dropsAt && (
          <Banner tone="note">
            <p ref={focus} tabIndex={-1} className="outline-none">
              Your passkeys, apps and recovery codes go on{' '}
              {dateText(new Date(dropsAt), { dateStyle: 'long' })}. Until then anyone who signs in to your
              account can keep them, and nothing is paid out.
            </p>
          </Banner>
        )}
        {children}
        {!dropsAt && (
          <button
            type="button"
            className="link min-h-9 justify-self-start text-small"
            onClick={() => setStep('open')}
          >
            I have lost all of these
          </button>
        )}
      </div>
    )
  return (
    <div className="stack gap-4">
      <p ref={focus} tabIndex={-1} className="text-small text-ink-2 outline-none">
        With your password and a code that we mail, your passkeys, apps and recovery codes go after seven
        days. You are told by mail and wherever you are signed in, and nothing is paid out meanwhile.
      </p>
      {step === 'open' ? (
        <Button variant="primary" size="lg" block busy={isBusy} onClick={() => void send()}>
          Mail me a code
        </Button>
      ) : (
        <AskToDrop
          onAsked={(at) => {
            setDropsAt(at)
            setStep('closed')
          }}
        />
      )}
      <button
        type="button"
        className="link min-h-9 justify-self-start text-small"
        onClick={() => setStep('closed')}
      >
        I still have one of these
      </button>
    </div>
  )
}

/** The pressed button is gone. */
const focus = (part: HTMLElement | null) => part?.focus()

function AskToDrop({ onAsked }: { onAsked: (dropsAt: string | undefined) => void }) {
  const { form, errors, isBusy, formProps } = useCheckedForm<{ nonce: string }>(async ({ nonce }) => {
    const { error, dropsAt } = await callLost('POST', { nonce: nonce.trim() }).catch(() => failed)
    if (!error) onAsked(dropsAt)
    return error && problemOf(error)
  })
  return (
    <form {...formProps} className="stack gap-4">
      <Field label="Mailed code" hint="It is on its way to your email address." error={errors.nonce?.message}>
        <TextInput
          required
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.register('nonce', { validate: (typed) => typed.trim() !== '' || 'Enter the code.' })}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
        Let them go
      </Button>
    </form>
  )
}

const failed = { error: Object.assign(new Error(), { code: undefined }), dropsAt: undefined }

function problemOf({ message, code }: { message: string; code: string | undefined }): AuthProblem {
  if (code === 'reauthentication_needed')
    return { title, message: 'You signed in a while ago. Please sign out and in again with your password.' }
  if (code === 'reauthentication_not_valid')
    return { title, message: 'This code is wrong or has expired.', field: 'nonce' }
  return code === undefined ? unexpected() : { title, message }
}
