import type { ReportedResult } from '../runs/results-file-rules.ts'

/** A payment for a provider: what it is called, to whose account, and how much. */
export type ProviderPayment = { reference: string; account: string; cents: number }

/** What a provider says to a batch: it has it, now or since an earlier attempt, or it never will. */
export type SendAnswer = { kind: 'accepted'; reference: string } | { kind: 'refused'; why: string }

/** Who pays people by an API (docs/decisions/0081-payout-runs.md). */
export type PayoutProvider = {
  /** As many payments as a batch may have. */
  most: number
  /**
   * Hands over a batch. Sent again under the same name it is the same batch, and its answer says so. Throws ProviderError
   * where nobody knows what became of it, or where it was not looked at.
   */
  send(batch: { name: string; payments: ProviderPayment[] }): Promise<SendAnswer>
  /** What became of the payments of a batch, in the provider's words. Throws ProviderError. */
  ask(reference: string): Promise<ReportedResult[]>
}

/** A call that came to nothing: `isUnread` says that the provider did not look at what was sent. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly isUnread: boolean
  constructor(message: string, { isUnread }: { isUnread: boolean }) {
    super(message)
    this.isUnread = isUnread
  }
}
