import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { type AnswerOf, ApiError, type InputOf } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { readStoredSession } from '../../session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadingVeil } from '../../ui/dialog/loading-veil.tsx'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { signInWithPasskey } from '../passkeys/passkey-calls.ts'
import { type AuthProblem, unexpected } from '../sign-in/attempts.ts'
import { useCheckedForm } from '../sign-in/auth-form.ts'
import { useAuthAct } from '../sign-in/use-auth-act.ts'
import { LostSteps, useMailedCode } from './lost-steps.tsx'
import { CodeForm, RecoveryForm } from './second-step.tsx'

type StepUpDialogProps = { onEnd: (isShown: boolean) => void }

/** The dialog that asks who it is, by what the account has had for long enough. Load it lazily, as every dialog. */
export function StepUpDialog({ onEnd }: StepUpDialogProps) {
  const proof = useQuery({
    ...queryOf(useApi(), 'GET /api/v1/me/proof'),
    // What was added lately settles meanwhile.
    staleTime: 0,
    gcTime: 0,
  })
  // The dialog puts the focus into its first field, which has to be there.
  if (proof.isPending) return <LoadingVeil />
  return (
    <Dialog open onClose={() => onEnd(false)} title="Confirm that it is you">
      <p className="text-ink-2">
        What you are about to do decides about money, or who gets in. It goes on as soon as you have
        confirmed.
      </p>
      {proof.isError && (
        <ErrorState
          message="Failed to load how you can confirm it"
          retrying={proof.isFetching}
          onRetry={() => void proof.refetch()}
        />
      )}
      {proof.data && <Ways proof={proof.data} onShown={() => onEnd(true)} />}
    </Dialog>
  )
}

type ShownProps = { onShown: () => void }

type Proof = AnswerOf<'GET /api/v1/me/proof'>

/** What can be shown in this dialog, the best first. */
const order = ['app', 'passkey', 'recovery_code', 'password', 'mailed_code'] as const
type Way = (typeof order)[number]

/** The strongest ways that the account has: one at a time, and buttons for the others. */
function Ways({ proof, onShown }: ShownProps & { proof: Proof }) {
  const ways = order.filter((way) => proof.means.includes(way))
  const [chosen, setChosen] = useState<Way>()
  if (proof.asks_enrolment_code) return <EnrolmentCode onShown={onShown} />
  const isStep = proof.means.includes('app') || proof.means.includes('passkey')
  // Nothing is mailed before it is asked for.
  const shown = chosen ?? ways.find((way) => way !== 'mailed_code')
  const forms = (
    <div className="stack gap-3">
      {shown && (
        <div key={shown} ref={chosen && focusField}>
          <WayForm way={shown} onShown={onShown} />
        </div>
      )}
      {ways
        .filter((way) => way !== shown)
        .map((way) => (
          <OtherWay key={way} way={way} onShown={onShown} onChosen={() => setChosen(way)} />
        ))}
    </div>
  )
  return (
    <div className="stack gap-5">
      {isStep ? <LostSteps>{forms}</LostSteps> : forms}
      {proof.means.includes('provider') && (
        <p className="text-small text-ink-2">Or sign out, and in again with Google or Apple.</p>
      )}
      {proof.means.length === 0 && (
        <p className="text-small text-ink-2">
          Nothing that you sign in with has been yours for three days. Prove your email address by “Forgot
          password?”, or try again later.
        </p>
      )}
    </div>
  )
}

/** The pressed button is gone. */
const focusField = (part: HTMLElement | null) => part?.querySelector<HTMLElement>('[data-autofocus]')?.focus()

function WayForm({ way, onShown }: ShownProps & { way: Way }) {
  switch (way) {
    case 'app':
      return <CodeForm onShown={onShown} />
    case 'passkey':
      return <PasskeyStep variant="primary" size="lg" onShown={onShown} />
    case 'recovery_code':
      return <RecoveryForm onShown={onShown} />
    case 'password':
      return <PasswordProof onShown={onShown} />
    case 'mailed_code':
      return <CodeProof hint="It is on its way to your email address." as="nonce" onShown={onShown} />
  }
}

const chooses = {
  app: 'Use a code from your app',
  recovery_code: 'Use a recovery code',
  password: 'Use your password',
}

function OtherWay({ way, onShown, onChosen }: ShownProps & { way: Way; onChosen: () => void }) {
  if (way === 'passkey') return <PasskeyStep onShown={onShown} />
  if (way === 'mailed_code') return <SendCode onSent={onChosen} />
  return (
    <Button block onClick={onChosen}>
      {chooses[way]}
    </Button>
  )
}

const userId = () => readStoredSession()?.user?.id

function PasskeyStep({
  onShown,
  ...look
}: ShownProps & Pick<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  const { run, isBusy } = useAuthAct({
    send: async () => {
      const before = userId()
      const problem = await signInWithPasskey()
      if (problem) return { ...problem, title: 'Not confirmed' }
      // A passkey of another account signs in to that account, which must not make the call.
      if (userId() === before) onShown()
      return null
    },
  })
  return (
    <Button {...look} block busy={isBusy} onClick={() => void run()}>
      Use your passkey
    </Button>
  )
}

function PasswordProof({ onShown }: ShownProps) {
  const { form, errors, formProps, isBusy } = useProof('password', (password) => ({ password }), onShown)
  return (
    <ProofForm formProps={formProps} isBusy={isBusy}>
      {/* For password managers: the account that the password belongs to. */}
      <input
        type="email"
        name="username"
        autoComplete="username"
        value={readStoredSession()?.user?.email ?? ''}
        readOnly
        hidden
      />
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput
          required
          data-autofocus=""
          autoComplete="current-password"
          {...form.register('password', { validate: (typed) => typed !== '' || 'Password is required' })}
        />
      </Field>
    </ProofForm>
  )
}

/** Mails a code when the person asks for it. */
function SendCode({ onSent }: { onSent: () => void }) {
  const { run: send, isBusy } = useMailedCode(onSent)
  return (
    <Button block busy={isBusy} onClick={() => void send()}>
      Mail me a code
    </Button>
  )
}

const EnrolmentCode = ({ onShown }: ShownProps) => (
  <CodeProof
    hint="Whoever runs this site gives you a one-time code for your first second step."
    as="enrolment_code"
    onShown={onShown}
  />
)

type CodeProofProps = ShownProps & { hint: string; as: 'nonce' | 'enrolment_code' }

function CodeProof({ hint, as, onShown }: CodeProofProps) {
  const bodyOf = (code: string): Body => (as === 'nonce' ? { nonce: code } : { enrolment_code: code })
  const { form, errors, formProps, isBusy } = useProof('code', (typed) => bodyOf(typed.trim()), onShown)
  return (
    <ProofForm formProps={formProps} isBusy={isBusy}>
      <Field label="Code" hint={hint} error={errors.code?.message}>
        <TextInput
          required
          data-autofocus=""
          {...(as === 'nonce' && { inputMode: 'numeric' })}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('code', { validate: (typed) => typed.trim() !== '' || 'Enter the code.' })}
        />
      </Field>
    </ProofForm>
  )
}

type ProofFormProps = {
  formProps: ReturnType<typeof useCheckedForm>['formProps']
  isBusy: boolean
  children: ReactNode
}

const ProofForm = ({ formProps, isBusy, children }: ProofFormProps) => (
  <form {...formProps} className="stack gap-4">
    {children}
    <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
      Confirm
    </Button>
  </form>
)

type Body = InputOf<'POST /api/v1/me/confirm'>['body']

/** A form of one field that proves who it is; what is wrong with it is said beside the field. */
function useProof<Name extends 'password' | 'code'>(
  field: Name,
  bodyOf: (typed: string) => Body,
  onShown: () => void,
) {
  const api = useApi()
  return useCheckedForm<{ [field in Name]: string }>(async (typed): Promise<AuthProblem | null> => {
    try {
      await api('POST /api/v1/me/confirm', { body: bodyOf(typed[field]) })
    } catch (error) {
      if (!(error instanceof ApiError)) return unexpected()
      return { title: 'Not confirmed', message: error.problems[0]?.message ?? error.message, field }
    }
    onShown()
    return null
  })
}
