import { type ReactNode, useState } from 'react'
import { signOut } from '../../session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useCheckedForm } from '../sign-in/auth-form.ts'
import { CodeInput, codeRule } from './code-field.tsx'
import { LostSteps } from './lost-steps.tsx'
import { showCode, showRecoveryCode } from './steps.ts'

type SecondStepProps = {
  /** Called when the step was passed. Sign-in pages need no callback: they follow the session. */
  onShown?: (() => void) | undefined
}

/** The second step of signing in: a code of the app, or a recovery code. Load it lazily: few people have one. */
export function SecondStep({ onShown }: SecondStepProps) {
  return (
    <LostSteps>
      <StepForm onShown={onShown}>
        <button type="button" className="link min-h-9" onClick={() => void signOut('local').catch(() => {})}>
          Sign in as someone else
        </button>
      </StepForm>
    </LostSteps>
  )
}

type StepFormProps = SecondStepProps & { children: ReactNode }

/** The form of a second step, with an app's code or a recovery code; `children` are other actions. */
function StepForm({ onShown, children }: StepFormProps) {
  const [isRecovery, setRecovery] = useState(false)
  const Form = isRecovery ? RecoveryForm : CodeForm
  return (
    <div className="stack gap-4">
      <Form onShown={onShown} />
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-small">
        <button type="button" className="link min-h-9" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use a code from your app' : 'Use a recovery code'}
        </button>
        {children}
      </div>
    </div>
  )
}

/** The form of an app's code. */
export function CodeForm({ onShown }: SecondStepProps) {
  const { form, errors, isBusy, formProps } = useCheckedForm<{ code: string }>(async ({ code }) => {
    const problem = await showCode(code)
    if (!problem) onShown?.()
    return problem
  })
  return (
    <form {...formProps} className="stack gap-4">
      <Field
        label="Code"
        hint="Open your authenticator app and enter the code it shows for this site."
        error={errors.code?.message}
      >
        <CodeInput {...form.register('code', { validate: codeRule })} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
        Continue
      </Button>
    </form>
  )
}

/** The form of a recovery code. */
export function RecoveryForm({ onShown }: SecondStepProps) {
  const { form, errors, isBusy, formProps } = useCheckedForm<{ code: string }>(async ({ code }) => {
    const problem = await showRecoveryCode(code)
    if (!problem) onShown?.()
    return problem
  })
  return (
    <form {...formProps} className="stack gap-4">
      <Field
        label="Recovery code"
        hint="One of the codes that you saved. Each works once."
        error={errors.code?.message}
      >
        <TextInput
          required
          data-autofocus=""
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('code', {
            validate: (value) => value.trim() !== '' || 'Enter one of your recovery codes.',
          })}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
        Continue
      </Button>
    </form>
  )
}
