import clsx from 'clsx'
import type { PasswordStrength } from '../../../shared/sign-in/password.ts'

const steps: Record<PasswordStrength, { bars: number; fill: string; text: string }> = {
  Weak: { bars: 1, fill: 'bg-danger', text: 'text-danger' },
  Medium: { bars: 2, fill: 'bg-amber', text: 'text-amber' },
  Strong: { bars: 3, fill: 'bg-money', text: 'text-money' },
}
const none = { bars: 0, fill: '', text: '' }

type StrengthMeterProps = {
  /** Null for an empty password, of which nothing is shown. */
  strength: PasswordStrength | null
  /** Why it would be refused. */
  reason: string | null
}

/** Three bars, a word and why the password will not do; screen readers get the words. */
export function StrengthMeter({ strength, reason }: StrengthMeterProps) {
  const { bars, fill, text } = strength ? steps[strength] : none
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-3 gap-1 pt-1">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={clsx('h-1 rounded-[2px]', bar <= bars ? fill : 'bg-line-strong')} />
        ))}
      </div>
      <p role="status" className="min-h-4 text-caption">
        {strength && (
          <span className={clsx('font-semibold', text)}>
            <span className="sr-only">Password strength: </span>
            {strength}
          </span>
        )}
        {reason && (
          <span className="text-ink-2">
            <span className="sr-only">.</span> {reason}
          </span>
        )}
      </p>
    </div>
  )
}
