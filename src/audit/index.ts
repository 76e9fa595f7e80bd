export { isOwnMoney, noteListed, oneAtATime, requireUnpaid } from './second/moves.ts'
export { approveProposal, openProposals, refuseProposal } from './second/service.ts'
export { keepStoringCounts } from './security-counts.ts'
export { listActsAlone, recordAudit } from './service.ts'
