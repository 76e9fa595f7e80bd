import { useQueryClient } from '@tanstack/react-query'
import { hasCode } from '../../../shared/errors.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-queries.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import type { Decision } from './decisions.ts'

type DecideDialogProps = { decision: Decision; onClose: () => void; onDone?: () => void }

/** The dialog that asks for the reason of a decision and sends it. Stays open until that succeeds. Load it lazily. */
export default function DecideDialog({ decision, onClose, onDone }: DecideDialogProps) {
  const { title, confirm, tone, text, hint, done, send, subject } = decision
  const client = useQueryClient()
  return (
    <ReasonDialog
      title={title}
      confirm={confirm}
      tone={tone}
      subject={subject}
      send={(api, { reason }) => send(api, reason)}
      after={() => onDone?.()}
      done={({ outcome }) => (outcome === 'changed' ? done : 'Nothing had to change')}
      failed="Not done"
      onRefused={async (error) => {
        await refreshAdmin(client)
        if (!hasCode(error, 'version_mismatch')) return false
        const description = 'A newer report has come in since. It is shown now.'
        void toast.error('Not done', { description })
        onClose()
        return true
      }}
      hint={hint}
      onClose={onClose}
    >
      <p className="text-small text-ink-2">{text}</p>
    </ReasonDialog>
  )
}
