import type { ReportedResult } from '../runs/results-file-rules.ts'

/** A payment for a provider: its reference, the account and the amount. */
export type ProviderPayment = { reference: string; account: string; cents: number }

/** A provider's answer to a batch: it has it, now or since an earlier attempt, or it refuses it for good. */
export type SendAnswer = { kind: 'accepted'; reference: string } | { kind: 'refused'; why: string }

/** Who pays people by an API (docs/decisions/0081-payout-runs.md). */
export type PayoutProvider = {
  /** The maximum of payments in a batch. */
  maxPayments: number
  /**
   * Hands over a batch. Sent again under the same name it is the same batch, and its answer says so. Throws
   * ProviderError where nobody knows its result, or where the provider did not look at it.
   */
  send(batch: { name: string; payments: ProviderPayment[] }): Promise<SendAnswer>
  /** The results of the payments of a batch, in the provider's words. Throws ProviderError. */
  ask(reference: string): Promise<ReportedResult[]>
}

/** A failed call: `isUnread` says that the provider did not look at what was sent. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly isUnread: boolean
  constructor(message: string, { isUnread }: { isUnread: boolean }) {
    super(message)
    this.isUnread = isUnread
  }
}
