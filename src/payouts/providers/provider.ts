import type { ReportedResult } from '../runs/results-file-rules.ts'

/** A payment for a provider: its reference, the account and the amount. */
export type ProviderPayment = { reference: string; account: string; cents: number }

/** A provider's answer to a batch: it has accepted it, now or at an earlier attempt, or it refuses it for good. */
export type SendAnswer = { kind: 'accepted'; reference: string } | { kind: 'refused'; why: string }

/** A service that pays people by an API (docs/decisions/0081-payout-runs.md). */
export type PayoutProvider = {
  /** The maximum of payments in a batch. */
  maxPayments: number
  /**
   * Sends a batch. Sent again under the same name it is the same batch, and its answer says so. Throws ProviderError if
   * its result is unknown, or if the provider did not process it.
   */
  send(batch: { name: string; payments: ProviderPayment[] }): Promise<SendAnswer>
  /** The results of the payments of a batch, in the provider's words. Throws ProviderError. */
  ask(reference: string): Promise<ReportedResult[]>
}

/** A failed call: `isUnread` means that the provider did not process it. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly isUnread: boolean
  constructor(message: string, { isUnread }: { isUnread: boolean }) {
    super(message)
    this.isUnread = isUnread
  }
}
