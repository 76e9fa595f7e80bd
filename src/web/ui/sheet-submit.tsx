import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type SheetSubmitProps = Pick<ComponentProps<typeof Button>, 'busy' | 'blocked' | 'children'> & {
  /** The id of the form, which stands above in the sheet. */
  form: string
}

/** A sheet's one next step: submits its form from the foot. */
export function SheetSubmit(props: SheetSubmitProps) {
  return <Button type="submit" variant="primary" size="lg" block {...props} />
}
