import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { dayText } from '../../../shared/dates/date-text.ts'
import { hasCode } from '../../../shared/errors.ts'
import type { Api } from '../../api/client.ts'
import { momentText } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-queries.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'

type Seen = { day: string; at: string; by: string | null }

/** Who marked a flag as seen, and the last day it covered. */
export const SeenNote = ({ seen, className }: { seen: Seen; className?: string }) => (
  <p className={clsx('num text-caption text-ink-3', className)}>
    Seen up to {dayText(seen.day)}
    {seen.by && ` by @${seen.by}`}, {momentText(seen.at)}
  </p>
)

/** A button that marks a flag as seen with the call `see`, and asks for the flags again. */
export function SeenButton({ see, className }: { see: (api: Api) => Promise<unknown>; className?: string }) {
  const client = useQueryClient()
  const act = useAdminAct({
    send: see,
    failed: 'Not marked as seen',
    onRefused: async (error) => {
      await refreshAdmin(client)
      if (!hasCode(error, 'version_mismatch')) return false
      const description = 'There is newer evidence than you saw. It is shown now.'
      void toast.error('Not marked as seen', { description })
      return true
    },
  })
  return (
    <Button
      size="sm"
      className={clsx('mt-1 w-fit', className)}
      busy={act.isBusy}
      onClick={() => void act.run()}
    >
      Seen
    </Button>
  )
}
