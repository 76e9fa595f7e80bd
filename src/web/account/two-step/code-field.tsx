import type { ComponentProps } from 'react'
import { TextInput } from '../../ui/form/text-input.tsx'

/** An input for six digits from an app, with the attributes that phones and password managers use. */
export const CodeInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput
    required
    // In a dialog this field gets the focus.
    data-autofocus=""
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={12}
    {...props}
  />
)

/** Checks an app's code. Spaces between the digits are allowed: the server removes them. */
export const codeRule = (value: string): true | string =>
  /^(\s*\d){6}\s*$/.test(value) || 'Enter the 6 digits that your app shows.'
