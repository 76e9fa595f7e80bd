import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import { dayText, momentText } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-queries.ts'
import { messageOf } from '../parts/texts.ts'

type Seen = { day: string; at: string; by: string | null }

/** Who marked a flag as seen, and the last day it covered. */
export const SeenNote = ({ seen, className }: { seen: Seen; className?: string }) => (
  <p className={clsx('num text-caption text-ink-3', className)}>
    Seen up to {dayText(seen.day)}
    {seen.by && ` by @${seen.by}`}, {momentText(seen.at)}
  </p>
)

/** A button that marks a flag as seen with the call `see`, and asks for the flags again. */
export function SeenButton({ see, className }: { see: () => Promise<unknown>; className?: string }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function press() {
    setBusy(true)
    try {
      await see()
    } catch (error) {
      const message = hasCode(error, 'version_mismatch')
        ? 'There is newer evidence than you saw. It is shown now.'
        : messageOf(error)
      void toast.error('Not marked as seen', { description: message })
    }
    await refreshAdmin(client)
    setBusy(false)
  }
  return (
    <Button size="sm" className={clsx('mt-1 w-fit', className)} busy={isBusy} onClick={() => void press()}>
      Seen
    </Button>
  )
}
