import clsx from 'clsx'
import type { PasswordStrength } from '../../../shared/sign-in/password.ts'

const steps: Record<PasswordStrength, { bars: number; fill: string; text: string }> = {
  Weak: { bars: 1, fill: 'bg-danger', text: 'text-danger' },
  Medium: { bars: 2, fill: 'bg-amber', text: 'text-amber' },
  Strong: { bars: 3, fill: 'bg-money', text: 'text-money' },
}
const none = { bars: 0, fill: '', text: '' }

type StrengthMeterProps = { strength: PasswordStrength | null }

/** Three bars and a word; screen readers get the word. Nothing is shown for an empty password. */
export function StrengthMeter({ strength }: StrengthMeterProps) {
  const { bars, fill, text } = strength ? steps[strength] : none
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-3 gap-1 pt-1">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={clsx('h-1 rounded-[2px]', bar <= bars ? fill : 'bg-line-strong')} />
        ))}
      </div>
      <p role="status" className={clsx('min-h-4 text-caption font-semibold', text)}>
        {strength && (
          <>
            <span className="sr-only">Password strength: </span>
            {strength}
          </>
        )}
      </p>
    </div>
  )
}
