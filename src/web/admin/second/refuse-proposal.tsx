import type { Proposal } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useChange } from '../parts/use-change.ts'
import { proposalTitle } from './proposal-texts.ts'

type RefuseProposalProps = { proposal: Proposal; onClose: () => void }

/** The dialog that refuses a proposal, or takes back one's own, with a reason. Load it lazily, as every dialog. */
export default function RefuseProposal({ proposal, onClose }: RefuseProposalProps) {
  const { api, isBusy, change } = useChange()
  const { id, bars_you } = proposal
  const isOwn = bars_you === 'yours'
  const send = (reason: string) =>
    change(() => api('POST /api/v1/admin/proposals/:id/refuse', { params: { id }, body: { reason } }), {
      success: isOwn ? 'Taken back' : 'Refused',
      failure: isOwn ? 'Could not take it back' : 'Could not refuse it',
    })
  return (
    <ReasonDialog
      title={isOwn ? 'Take this back?' : 'Refuse this?'}
      confirm={isOwn ? 'Take back' : 'Refuse'}
      tone="danger"
      subject={`proposal ${id}`}
      send={send}
      isBusy={isBusy}
      onClose={onClose}
    >
      <p className="text-small text-ink-2">{proposalTitle(proposal)}: nothing of it is done.</p>
    </ReasonDialog>
  )
}
