import { counted } from '../../format/count-text.ts'
import { bpsText, usdText } from '../../format/money-text.ts'
import type { Proposal } from '../answers.ts'

const sameSale = 'Decide whether both formats report the same sale'

const titles: Record<string, string> = {
  'POST /api/v1/admin/adjustments': 'Adjust a balance by hand',
  'PUT /api/v1/admin/orders/:id/match': 'Assign an order by hand',
  'PUT /api/v1/admin/order-matches': 'Assign orders by hand',
  'DELETE /api/v1/admin/orders/:id/match': 'Undo the assignment of an order',
  'POST /api/v1/admin/orders/:id/decision': 'Decide whose an order is',
  'POST /api/v1/admin/reviews/decision': 'Decide orders under review together',
  'POST /api/v1/admin/disagreements/decision': 'Decide orders together where evidence disagrees',
  'POST /api/v1/admin/orders/:id/accept': 'Accept what reports say about an order',
  'PUT /api/v1/admin/orders/:id/purchase': 'Say which purchase a return belongs to',
  'PUT /api/v1/admin/orders/:id/duplicate': sameSale,
  // As older entries of the audit log name it.
  'PUT /api/v1/admin/orders/:id/twin': sameSale,
  'POST /api/v1/admin/tracking-ids': 'Give a tracking ID',
  'PATCH /api/v1/admin/tracking-ids/:id': 'Change the end of a tracking ID',
  'DELETE /api/v1/admin/tracking-ids/:id': 'Remove a tracking ID',
  'POST /api/v1/admin/holds/:id/bear': 'Have the platform bear an order',
  'POST /api/v1/admin/holds/:id/end': 'End a hold',
  'POST /api/v1/admin/payees/:id/debts': 'Say whose a debt is',
  'POST /api/v1/admin/payees/:id/write-off': 'Write off a debt',
  'POST /api/v1/admin/payout-lines/:id/answer': 'Say how much of a payout was paid',
  'POST /api/v1/admin/payout-lines/:id/result': 'Note the result of a payout',
  'POST /api/v1/admin/payees/:id/fees': 'Set a creator’s own fee',
  'POST /api/v1/admin/fees/:id/take-back': 'Take back a fee',
}

/** What a proposal would do; a call that this version does not know is shown by its name. */
export const proposalTitle = ({ call }: Pick<Proposal, 'call'>): string => titles[call] ?? call

const labels: Record<string, string> = {
  id: 'Id',
  username: 'Creator',
  amount: 'Amount',
  product_ref: 'Product',
  note_to_creator: 'Note to the creator',
  order_item_id: 'Order',
  orders: 'Orders',
  tag: 'Tracking ID',
  valid_from: 'From',
  valid_to: 'Until',
  payee_id: 'Decided for',
  choice: 'Choice',
  purchase_id: 'Purchase',
  fee_bps: 'Fee',
  former_id: 'Who has left',
  is_theirs: 'Theirs',
  paid: 'Paid in all',
  note: 'Where it was seen',
  state: 'Becomes',
  seen_unpaid: 'Seen unpaid',
  provider_reference: 'Provider’s reference',
  from: 'From',
}

/** The one order that it is about, by its id. */
export const orderOf = ({ call, asked }: Pick<Proposal, 'call' | 'asked'>): string | undefined =>
  call.includes('/orders/:id') ? asked?.params.id : undefined

/** All that a proposal asks beside its reason, each with its name, so that who agrees sees what they agree to. */
export function askedFacts(proposal: Pick<Proposal, 'call' | 'asked' | 'moves'>): [string, string][] {
  const { asked, moves } = proposal
  const { id, ...params } = asked?.params ?? {}
  const order = orderOf(proposal)
  const body = typeof asked?.body === 'object' && asked.body !== null ? asked.body : {}
  // What the proposer had seen is no part of what is asked.
  const {
    reason: _,
    version: _version,
    seen: _seen,
    answers: _answers,
    ...values
  } = body as Record<string, unknown>
  const said = Object.entries({
    ...(order !== undefined ? { order_item_id: order } : id !== undefined && { id }),
    ...params,
    ...values,
  })
  return said
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => [labels[key] ?? key, shown(key, value, moves)])
}

function shown(key: string, value: unknown, moves: Proposal['moves']): string {
  if ((key === 'amount' || key === 'paid') && typeof value === 'number') return usdText(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (key === 'fee_bps') return value === null ? 'As everybody' : bpsText(Number(value))
  if (key === 'payee_id') {
    if (value === null) return 'Nobody'
    const named = moves.find(({ payee_id }) => payee_id === value)?.username
    if (named) return `@${named}`
  }
  if (key === 'orders' && Array.isArray(value))
    return `${counted(value.length, 'order')}: ${value.map((order) => (order as { order_item_id?: string }).order_item_id).join(', ')}`
  if (key === 'purchase_id' && value === null) return 'Nobody can know'
  if (value === null) return 'None'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export const barTexts: Record<NonNullable<Proposal['bars_you']>, string> = {
  yours: 'You proposed it. Another admin has to agree or, if there is none, the operator.',
  pays_you: 'It concerns what you are paid. Another admin has to agree or, if there is none, the operator.',
}
