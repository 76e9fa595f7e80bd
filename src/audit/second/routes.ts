import { defineRoutes, type Route } from '../../platform/http/route.ts'
import { proposalsContract } from './contract.ts'
import { approveProposal, listProposals, propose, refuseProposal } from './service.ts'

/** The calls for proposals; `all` includes the calls that can be proposed. */
export function createProposalRoutes(all: Route[]): Route[] {
  const routes = proposableOf(all)
  return defineRoutes(proposalsContract, {
    'GET /api/v1/admin/proposals': ({ query }, context) => listProposals(context, query),
    'POST /api/v1/admin/proposals': ({ body }, context, call) =>
      propose(context, body, { routes, call }, call.idempotencyKey),
    'POST /api/v1/admin/proposals/:id/approve': ({ params }, context, call) =>
      approveProposal(context, params.id, { routes, call }),
    'POST /api/v1/admin/proposals/:id/refuse': ({ params, body }, context) =>
      refuseProposal(context, params.id, body),
  })
}

/** The routes whose call waits for a second person if one admin may not decide alone. */
export const proposableOf = (all: Route[]): Route[] =>
  all.filter(({ endpoint: { second } }) => second === 'own' || second === 'own_or_much')
