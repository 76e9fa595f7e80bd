import type { ComponentProps } from 'react'
import { TextInput } from '../../ui/form/text-input.tsx'

/** An input for ids, days and amounts, which no keyboard completes or corrects. Takes what `TextInput` takes. */
export const ExactInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput {...props} autoComplete="off" autoCapitalize="none" spellCheck={false} />
)
