import { useQueryClient } from '@tanstack/react-query'
import { hasCode } from '../../../shared/errors.ts'
import { useApi } from '../../api/use-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-queries.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { messageOf } from '../parts/texts.ts'
import { useOneCall } from '../parts/use-one-call.ts'
import type { Decision } from './decisions.ts'

type DecideDialogProps = { decision: Decision; onClose: () => void; onDone?: () => void }

/** The dialog that asks for the reason of a decision and sends it. Stays open until that succeeds. Load it lazily. */
export default function DecideDialog({ decision, onClose, onDone }: DecideDialogProps) {
  const { title, confirm, tone, text, hint, done, send } = decision
  const api = useApi()
  const client = useQueryClient()
  const { isBusy, make } = useOneCall<'deciding'>()
  async function decide(given: string) {
    const isDone = await make(
      'deciding',
      async () => {
        const { outcome } = await send(api, given)
        void toast.success(outcome === 'changed' ? done : 'Nothing had to change')
      },
      (error) => {
        const isNewer = hasCode(error, 'version_mismatch')
        void toast.error('Not done', {
          description: isNewer ? 'There is a newer report than you saw. It is shown now.' : messageOf(error),
        })
        if (isNewer) onClose()
      },
    )
    await refreshAdmin(client)
    if (isDone) onDone?.()
    return isDone
  }
  return (
    <ReasonDialog
      title={title}
      confirm={confirm}
      tone={tone}
      subject={decision.subject}
      send={decide}
      isBusy={isBusy}
      hint={hint}
      onClose={onClose}
    >
      <p className="text-small text-ink-2">{text}</p>
    </ReasonDialog>
  )
}
