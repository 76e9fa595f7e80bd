import type { LedgerEntry } from '../../earnings/contract.ts'
import { bpsText, moneyColor, usdText } from './money-text.ts'

type SplitProps = {
  entry: Pick<LedgerEntry, 'gross_commission' | 'platform_fee_amount' | 'user_amount'>
  /** The platform's share, once it is known. */
  feeBps: number | undefined
}

/** What Amazon pays, what the platform keeps of it, and what is the creator’s. */
export function Split({ entry, feeBps }: SplitProps) {
  const { gross_commission, platform_fee_amount, user_amount } = entry
  const sum = 'border-t border-line-strong pt-2 font-[650]'
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-small [&_dd]:text-end [&_dd]:tabular-nums">
      <dt>Gross commission</dt>
      <dd>{usdText(gross_commission)}</dd>
      <dt className="text-ink-2">Platform fee{feeBps !== undefined && ` (${bpsText(feeBps)})`}</dt>
      <dd className="text-ink-2">{usdText(-platform_fee_amount)}</dd>
      <dt className={sum}>You earn</dt>
      <dd className={`${sum} ${moneyColor(user_amount)}`}>{usdText(user_amount)}</dd>
    </dl>
  )
}
