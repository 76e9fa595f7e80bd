import clsx from 'clsx'
import { type ComponentProps, useState } from 'react'
import type { PasswordStrength } from '../../../shared/password.ts'
import { IconButton } from '../button/icon-button.tsx'
import { TextInput } from './text-input.tsx'

type PasswordInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'trail' | 'leadIcon'>

/** A password with a button that shows or hides it. */
export function PasswordInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trail={
        <IconButton
          icon={shown ? 'eyeOff' : 'eye'}
          label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

const steps: Record<PasswordStrength, { bars: number; fill: string; text: string }> = {
  Weak: { bars: 1, fill: 'bg-danger', text: 'text-danger' },
  Medium: { bars: 2, fill: 'bg-amber', text: 'text-amber' },
  Strong: { bars: 3, fill: 'bg-money', text: 'text-money' },
}
const none = { bars: 0, fill: '', text: '' }

type StrengthMeterProps = { strength: PasswordStrength | null; id?: string }

/** Three bars and a word; the word is what screen readers get. Nothing before the first character. */
export function StrengthMeter({ strength, id }: StrengthMeterProps) {
  const { bars, fill, text } = strength ? steps[strength] : none
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-3 gap-1 pt-1">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={clsx('h-1 rounded-[2px]', bar <= bars ? fill : 'bg-line-strong')} />
        ))}
      </div>
      <p id={id} role="status" className={clsx('min-h-4 text-caption font-semibold', text)}>
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
