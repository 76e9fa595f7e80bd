import type { Proposal } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { proposalTitle } from './proposal-texts.ts'

type RefuseProposalProps = { proposal: Proposal; onClose: () => void }

/** The dialog that refuses a proposal, or takes back one's own, with a reason. */
export default function RefuseProposal({ proposal, onClose }: RefuseProposalProps) {
  const { id, bars_you } = proposal
  const isOwn = bars_you === 'yours'
  return (
    <ReasonDialog
      title={isOwn ? 'Take this back?' : 'Refuse this?'}
      confirm={isOwn ? 'Take back' : 'Refuse'}
      tone="danger"
      subject={`proposal ${id}`}
      send={(api, body) => api('POST /api/v1/admin/proposals/:id/refuse', { params: { id }, body })}
      done={isOwn ? 'Taken back' : 'Refused'}
      failed={isOwn ? 'Could not take it back' : 'Could not refuse it'}
      onClose={onClose}
    >
      <p className="text-small text-ink-2">{proposalTitle(proposal)}: nothing of it is done.</p>
    </ReasonDialog>
  )
}
