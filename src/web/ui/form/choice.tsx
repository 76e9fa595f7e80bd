import clsx from 'clsx'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { Icon } from '../button/icon.tsx'
import { controlClass, FieldMessages, useFieldControl } from './field.tsx'

type RadioOption<Value extends string> = {
  value: Value
  label: string
  hint?: ReactNode
  /** Shown below the card while it is chosen, such as the select of 'Choose Category'. */
  detail?: ReactNode
}

type RadioCardsProps<Value extends string> = {
  legend: string
  options: readonly RadioOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  error?: string | undefined
  disabled?: boolean
  /** Gets the radio button that a form focuses: the chosen one, or the first. */
  ref?: Ref<HTMLInputElement>
  /** Hints may be long: the radio buttons are aligned with the cards' tops. */
  tall?: boolean
}

/** One choice of a few, each a card of 56 px. Arrow keys move between them, as in any radio group. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, options, value, onChange, error, disabled, ref, tall = false } = props
  const focused = options.some((option) => option.value === value) ? value : options[0]?.value
  const id = useId()
  const errorId = `${id}-error`
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error ? errorId : undefined}
      className="stack min-w-0 gap-1.5"
    >
      <legend className="mb-1.5 text-small font-semibold">{legend}</legend>
      <div className="stack gap-2">
        {options.map((option) => (
          <RadioCard
            key={option.value}
            group={id}
            option={option}
            checked={option.value === value}
            tall={tall}
            ref={option.value === focused ? ref : undefined}
            onChoose={() => onChange(option.value)}
          />
        ))}
      </div>
      <FieldMessages error={error} errorId={errorId} hintId={`${id}-hint`} />
    </fieldset>
  )
}

type RadioCardProps = {
  group: string
  option: RadioOption<string>
  checked: boolean
  tall: boolean
  ref: Ref<HTMLInputElement> | undefined
  onChoose: () => void
}

function RadioCard({ group, option, checked, tall, ref, onChoose }: RadioCardProps) {
  return (
    <>
      <label
        className={clsx(
          'flex min-h-14 cursor-pointer gap-3 rounded-md bg-card px-4 inset-ring',
          tall ? 'items-start py-4' : 'items-center py-2',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          'has-disabled:cursor-not-allowed has-disabled:bg-sunken has-disabled:text-ink-3',
          checked ? 'inset-ring-2 inset-ring-ink' : 'inset-ring-line-strong',
        )}
      >
        <input
          ref={ref}
          type="radio"
          name={group}
          value={option.value}
          checked={checked}
          onChange={onChoose}
          className={clsx(
            'size-5 shrink-0 appearance-none rounded-full outline-none',
            checked ? 'border-6 border-ink' : 'border-2 border-field',
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="block text-small font-semibold">{option.label}</span>
          {option.hint && <span className="block text-caption text-ink-3">{option.hint}</span>}
        </span>
      </label>
      {checked && option.detail}
    </>
  )
}

/** The browser's own select in Folio's style, with its keyboard and phone pickers. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={clsx('relative', className)}>
      <select
        {...rest}
        {...useFieldControl(rest)}
        className={clsx(controlClass, 'appearance-none truncate pe-11')}
      >
        {children}
      </select>
      <Icon name="chevronDown" className="pointer-events-none absolute end-3.5 top-1/2 -translate-y-1/2" />
    </div>
  )
}
