import clsx from 'clsx'
import { type PasswordStrength, passwordStrength } from '../password-strength.ts'

const steps: Record<PasswordStrength, { bars: number; fill: string; text: string }> = {
  Weak: { bars: 1, fill: 'bg-danger', text: 'text-danger' },
  Medium: { bars: 2, fill: 'bg-amber', text: 'text-amber' },
  Strong: { bars: 3, fill: 'bg-money', text: 'text-money' },
}

type StrengthMeterProps = { password: string; id?: string }

/** Three bars and a word; the word is what screen readers get. Nothing before the first character. */
export function StrengthMeter({ password, id }: StrengthMeterProps) {
  const strength = passwordStrength(password)
  const { bars, fill, text } = steps[strength]
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-3 gap-1 pt-1">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={clsx('h-1 rounded-[2px]', password && bar <= bars ? fill : 'bg-line-strong')}
          />
        ))}
      </div>
      <p id={id} role="status" className={clsx('min-h-4 text-caption font-semibold', text)}>
        {password && (
          <>
            <span className="sr-only">Password strength: </span>
            {strength}
          </>
        )}
      </p>
    </div>
  )
}
