import { linkOptions } from '@tanstack/react-router'
import type { AuditEntry } from '../answers.ts'

const toOrder = (id: string) => linkOptions({ to: '/admin/orders/$id', params: { id } })
const toImport = (id: string) => linkOptions({ to: '/admin/imports/$id', params: { id } })
const toProduct = (ref: string) => linkOptions({ to: '/l/$ref', params: { ref } })
const toProfile = (username: string) => linkOptions({ to: '/$username', params: { username } })
const toRun = (id: string, figure: string) =>
  linkOptions({ to: '/admin/runs/$id/$figure', params: { id, figure } })
const toFlags = linkOptions({ to: '/admin/flags' })
const toImports = linkOptions({ to: '/admin/imports' })
const toTrackingIds = linkOptions({ to: '/admin/tracking-ids' })
const toReceipts = linkOptions({ to: '/admin/receipts' })
const toRates = linkOptions({ to: '/admin/rates' })
const toFees = linkOptions({ to: '/admin/fees' })

const toPayout = (id: string) => linkOptions({ to: '/admin/payouts/$id', params: { id } })

export type AuditLink =
  | ReturnType<
      typeof toOrder | typeof toImport | typeof toProduct | typeof toProfile | typeof toRun | typeof toPayout
    >
  | typeof toFlags
  | typeof toImports
  | typeof toTrackingIds
  | typeof toReceipts
  | typeof toRates
  | typeof toFees

/** The page of an entry's subject; null where it has none, or none any more. */
export function linkOf({ action, subject, details, about }: AuditEntry): AuditLink | null {
  const [of] = action.split('.')
  if (of === 'order' || action === 'twins.change') return about.day === null ? null : toOrder(subject)
  if (of === 'import' || of === 'twins' || of === 'returns') return toImport(subject)
  if (of === 'run') {
    if (about.import_id) return toImport(about.import_id)
    if (details.kind === 'match') return toRun(subject, 'total')
    return details.kind === 'calculate' ? toRun(subject, 'processed') : null
  }
  if (of === 'product' || of === 'click_flag' || (of === 'report' && details.of === 'product'))
    return about.title === null ? null : toProduct(subject)
  if (of === 'flag') return toFlags
  if (of === 'tracking_id') return toTrackingIds
  if (of === 'receipt' || of === 'month' || of === 'months') return toReceipts
  if (of === 'rate') return toRates
  if (of === 'hold' && details.order_item_id) return toOrder(String(details.order_item_id))
  if (of === 'payout') return toPayout(subject)
  if (of === 'paying_date' || of === 'report_status') return toImports
  if (about.username) return toProfile(about.username)
  return of === 'fee' ? toFees : null
}
