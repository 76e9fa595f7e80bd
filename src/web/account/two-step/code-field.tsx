import type { ComponentProps } from 'react'
import { TextInput } from '../../ui/form/text-input.tsx'

/** Six digits from an app; phones and password managers know it. */
export const CodeInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput
    required
    // In a dialog.
    data-autofocus=""
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={12}
    {...props}
  />
)

/** What a code of an app must be; spaces between the digits are left out by the server. */
export const codeRule = (value: string): true | string =>
  /^(\s*\d){6}\s*$/.test(value) || 'Enter the 6 digits that your app shows.'
