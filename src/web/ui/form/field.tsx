import clsx from 'clsx'
import { createContext, type ReactNode, use, useId } from 'react'

type FieldState = { id: string; describedBy?: string; invalid: boolean }

const FieldContext = createContext<FieldState | null>(null)

type FieldProps = {
  label: string
  /** What is wrong, in words: the edge alone would say it by colour only. */
  error?: string | undefined
  hint?: ReactNode
  /**
   * Shown on the label's line, such as 'Forgot password?', but after the control in the document: it positions itself.
   */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** Label, control, hint and error, tied together by ids. The control inside takes them from `useFieldControl`. */
export function Field({ label, error, hint, aside, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = clsx(error && errorId, hint && hintId) || undefined
  return (
    <div className={clsx('relative stack gap-1.5', className)}>
      <label htmlFor={id} className="justify-self-start text-small font-semibold">
        {label}
      </label>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      {aside}
      <FieldMessages error={error} errorId={errorId} hint={hint} hintId={hintId} />
    </div>
  )
}

type FieldMessagesProps = { error?: string | undefined; errorId: string; hint?: ReactNode; hintId: string }

/** Error and hint below a control. The error's element is always there, so that screen readers announce a new error. */
export function FieldMessages({ error, errorId, hint, hintId }: FieldMessagesProps) {
  return (
    <>
      <p id={errorId} role="alert" className="text-caption font-medium text-danger empty:hidden">
        {error}
      </p>
      {hint && (
        <p id={hintId} className="text-caption text-ink-3">
          {hint}
        </p>
      )}
    </>
  )
}

type ControlProps = {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
}

/** What a control inside a Field needs: id, description and validity. Props of the caller win. */
export function useFieldControl(props: ControlProps): ControlProps {
  const field = use(FieldContext)
  return {
    id: props.id ?? field?.id,
    'aria-describedby': props['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': props['aria-invalid'] ?? (field?.invalid || undefined),
  }
}

/** The box of every control that holds text. */
export const controlClass =
  'w-full min-h-12 rounded-md border border-field bg-card px-3.5 py-[11px] text-body text-ellipsis text-ink ' +
  'placeholder:text-ink-3 placeholder:opacity-100 focus-visible:outline-offset-1 ' +
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger aria-invalid:ring-inset ' +
  '[&[readonly]]:border-transparent [&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:border-transparent disabled:bg-sunken disabled:text-ink-3'
