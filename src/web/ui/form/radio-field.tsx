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
}

/** Radio cards as a field of a form; in its values it is null until one is chosen. */
export function RadioField<Values extends FieldValues, Value extends string>(
  props: RadioFieldProps<Values, Value>,
) {
  const { control, name, required, ...cards } = props
  return (
    <Controller
      control={control}
      name={name}
      rules={required === undefined ? {} : { required }}
      render={({ field: { ref, value, onChange }, fieldState: { error } }) => (
        <RadioCards<Value> {...cards} ref={ref} value={value} onChange={onChange} error={error?.message} />
      )}
    />
  )
}
