import type { AnswerOf } from '../api/client.ts'
import type { Asked, ItemOf } from '../api/query.ts'

// What admins' calls answer, under the names that their screens use.

export type Pipeline = AnswerOf<'GET /api/v1/admin/pipeline'>
export type Run = Pipeline['open_runs'][number]
export type Import = AnswerOf<'GET /api/v1/admin/imports/:id'>
export type ImportBatch = ItemOf<'GET /api/v1/admin/imports'>
export type ImportedRow = ItemOf<'GET /api/v1/admin/imports/:id/rows'>
export type ImportProblem = ItemOf<'GET /api/v1/admin/imports/:id/problems'>
export type PayingDateChange = NonNullable<AnswerOf<'GET /api/v1/admin/paying-dates'>['change']>

export type Order = ItemOf<'GET /api/v1/admin/orders'>
export type OrderDetail = AnswerOf<'GET /api/v1/admin/orders/:id'>
export type ReviewGroup = ItemOf<'GET /api/v1/admin/reviews'>
export type DisagreementGroup = ItemOf<'GET /api/v1/admin/disagreements'>
export type TrackingId = ItemOf<'GET /api/v1/admin/tracking-ids'>

export type CreatorMoney = ItemOf<'GET /api/v1/admin/creators'>
export type DeletedAccount = ItemOf<'GET /api/v1/admin/deleted-accounts'>
export type CreatorBalance = AnswerOf<'GET /api/v1/admin/balances/:username'>
export type CreatorOrder = ItemOf<'GET /api/v1/admin/creators/:username/orders'>
export type CreatorPayout = ItemOf<'GET /api/v1/admin/creators/:username/payouts'>
export type Adjustment = ItemOf<'GET /api/v1/admin/adjustments'>
export type AskedDebt = ItemOf<'GET /api/v1/admin/payees/:id/debts'>
export type Hold = ItemOf<'GET /api/v1/admin/holds'>
export type WhichHolds = Asked<'GET /api/v1/admin/holds'>
export type Fee = ItemOf<'GET /api/v1/admin/fees'>
/** Everybody's fees, those of all creators who have their own, or of one creator. */
export type WhichFees = Asked<'GET /api/v1/admin/fees'>
export type AdminQuestion = ItemOf<'GET /api/v1/admin/questions'>
export type AdminThread = AnswerOf<'GET /api/v1/admin/questions/:id'>

export type RatedMonth = ItemOf<'GET /api/v1/admin/rates'>
export type Rate = RatedMonth['rates'][number]
export type ReconciledMonth = ItemOf<'GET /api/v1/admin/receipts'>
export type Transfer = AnswerOf<'GET /api/v1/admin/receipts'>['transfers'][number]
export type TransferLine = Transfer['lines'][number]
export type UnpaidOrder = ItemOf<'GET /api/v1/admin/unpaid-orders'>
export type MonthOrder = ItemOf<'GET /api/v1/admin/months/:marketplace/:month/orders'>

export type DuePayouts = AnswerOf<'GET /api/v1/admin/payouts/due'>
export type PayoutRun = ItemOf<'GET /api/v1/admin/payout-runs'>
export type PayoutRunWithFiles = AnswerOf<'GET /api/v1/admin/payout-runs/:id'>
export type PayoutLine = ItemOf<'GET /api/v1/admin/payout-runs/:id/lines'>

export type BookMonth = ItemOf<'GET /api/v1/admin/books'>
export type BookLine = AnswerOf<'GET /api/v1/admin/books/:month'>['lines'][number]
export type BookEntry = ItemOf<'GET /api/v1/admin/books/:month/entries'>
export type BookAccount = keyof BookMonth['change']

export type Flag = ItemOf<'GET /api/v1/admin/flags'>
export type ClickFlag = ItemOf<'GET /api/v1/admin/click-flags'>
export type ModerationCase = ItemOf<'GET /api/v1/admin/reports'>
export type Proposal = ItemOf<'GET /api/v1/admin/proposals'>
export type Health = AnswerOf<'GET /api/v1/admin/health'>
export type SentNews = AnswerOf<'GET /api/v1/admin/sent-news'>
export type SecurityEvent = ItemOf<'GET /api/v1/admin/security-events'>
export type AuditEntry = ItemOf<'GET /api/v1/admin/audit'>
