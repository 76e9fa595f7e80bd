import type { ComponentProps } from 'react'
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form'
import { RadioCards } from './choice.tsx'

type RadioFieldProps<Values extends FieldValues, Value extends string> = Omit<
  ComponentProps<typeof RadioCards<Value>>,
  'value' | 'onChange' | 'error' | 'ref'
> & {
  control: Control<Values>
  name: Path<Values>
  /** What is said where none is chosen; with one chosen at first it cannot happen. */
  required?: string
  /** Called when another one is chosen, such as to empty what depends on it. */
  onChosen?: () => void
}

/** Radio cards as a field of a form; in its values it is null until one is chosen. */
export function RadioField<Values extends FieldValues, Value extends string>(
  props: RadioFieldProps<Values, Value>,
) {
  const { control, name, required, onChosen, ...cards } = props
  return (
    <Controller
      control={control}
      name={name}
      rules={required === undefined ? {} : { required }}
      render={({ field: { ref, value, onChange }, fieldState: { error } }) => (
        <RadioCards<Value>
          {...cards}
          ref={ref}
          value={value}
          onChange={(chosen) => {
            onChange(chosen)
            onChosen?.()
          }}
          error={error?.message}
        />
      )}
    />
  )
}
