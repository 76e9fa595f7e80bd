/** A fee in force: whose it is, and from which day on. */
export type StandingFee = {
  /** Null for everybody's. */
  payeeId: string | null
  /** In hundredths of a percent; null if it ends a payee's own fee. */
  feeBps: number | null
  /** Null for the first one, which always counted. */
  fromDay: string | null
}

/** The fee that applies. */
export type CountingFee = { feeBps: number; from: string | null; isOwn: boolean }

/**
 * The fee that applies to a payee's orders of a day: their own, otherwise everybody's (docs/product/ledger.md#the-fee).
 * `fee_on` in the database computes the same.
 */
export function feeOn(fees: StandingFee[], payeeId: string, day: string): CountingFee {
  const own = newest(fees, payeeId, day)
  const general = newest(fees, null, day)
  // Payees whose own fee has ended have everybody's since then, or since everybody's last changed.
  const since = own?.fromDay ?? null
  if (own && own.feeBps !== null) return { feeBps: own.feeBps, from: since, isOwn: true }
  if (!general || general.feeBps === null) throw new Error('No fee was set.')
  const from = since !== null && (general.fromDay ?? '') < since ? since : general.fromDay
  return { feeBps: general.feeBps, from, isOwn: false }
}

const newest = (fees: StandingFee[], payeeId: string | null, day: string): StandingFee | undefined =>
  fees
    .filter((fee) => fee.payeeId === payeeId && (fee.fromDay ?? '') <= day)
    .reduce<StandingFee | undefined>(
      (last, fee) => (last && (last.fromDay ?? '') > (fee.fromDay ?? '') ? last : fee),
      undefined,
    )

/** The changes of a payee's fee after a day, the nearest first. */
export function feesAfter(
  fees: StandingFee[],
  payeeId: string,
  day: string,
): { feeBps: number; from: string }[] {
  const days = fees.flatMap(({ fromDay }) => (fromDay !== null && fromDay > day ? [fromDay] : []))
  let before = feeOn(fees, payeeId, day).feeBps
  return [...new Set(days)].sort().flatMap((from) => {
    const { feeBps } = feeOn(fees, payeeId, from)
    const isChange = feeBps !== before
    before = feeBps
    return isChange ? [{ feeBps, from }] : []
  })
}
