import type { ComponentProps } from 'react'
import { TextInput } from '../ui/form/text-input.tsx'

/** The account's address, as phones and password managers like it. */
export function EmailInput(props: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  )
}
