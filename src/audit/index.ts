export { inTurn, isOwnMoney, noteListed, requireUnpaid } from './second/moves.ts'
export { approveProposal, openProposals, type Proposable, refuseProposal } from './second/service.ts'
export { keepStoringCounts } from './security-counts.ts'
export { listActsAlone, recordAudit } from './service.ts'
