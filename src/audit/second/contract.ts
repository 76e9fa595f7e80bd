import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, page, text } from '../../shared/schemas.ts'
import { reason } from '../contract.ts'

/** US dollars, exact to the cent. */
const usd = z.number()

const asked = z.object({
  /** The parameters in the call's address. */
  params: z.record(z.string().max(40), z.string().max(400)).default({}),
  body: z.unknown().optional(),
})

/** An act of an admin that waits for a second person. */
const proposal = z.object({
  id,
  /** The call that is made once another admin agrees, such as `POST /api/v1/admin/adjustments`. */
  call: z.string(),
  /** The input of the call; null once it is decided. */
  asked: z.object({ params: z.record(z.string(), z.string()), body: z.unknown().optional() }).nullable(),
  /** Whose balance it changes by how much, in dollars without a sign; exactly this is done, or nothing. */
  moves: z.array(z.object({ payee_id: id, username: z.string().nullable(), amount: usd })),
  /** Why, in the words of the person who proposed it. */
  reason: z.string().nullable(),
  proposed_by: z.string().nullable(),
  proposed_at: instant,
  state: z.enum(['open', 'approved', 'refused']),
  /** Null for the operator. */
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  decision_reason: z.string().nullable(),
  /** Why the caller may not approve it: they proposed it, or it affects their own earnings. */
  bars_you: z.enum(['yours', 'pays_you']).nullable(),
})
export type Proposal = z.output<typeof proposal>

/** Proposals that wait for a second admin (docs/product/admin.md#a-second-admin). */
export const proposalsContract = defineContract({
  'GET /api/v1/admin/proposals': {
    summary: 'Proposals that need the agreement of a second admin, the newest first, 50 a page',
    access: 'admin',
    query: z.object({
      state: z.enum(['open', 'decided']).default('open'),
      cursor: z.string().max(200).optional(),
    }),
    response: page(proposal),
  },
  'POST /api/v1/admin/proposals': {
    summary: 'Propose a call that answered `second_admin_needed`: it is tried, and waits for a second admin',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    creates: true,
    body: asked.extend({ call: text(200).min(1, 'Please name a call') }),
    response: proposal,
    status: 201,
  },
  'POST /api/v1/admin/proposals/:id/approve': {
    summary: 'Agree to another admin’s proposal: it is done at once, exactly as shown, or refused',
    access: 'admin',
    asksAgain: true,
    second: 'another',
    params: z.object({ id }),
    response: proposal,
  },
  'POST /api/v1/admin/proposals/:id/refuse': {
    summary: 'Refuse another admin’s proposal, or withdraw your own',
    access: 'admin',
    second: 'none',
    params: z.object({ id }),
    body: z.object({ reason }),
    response: proposal,
  },
})
