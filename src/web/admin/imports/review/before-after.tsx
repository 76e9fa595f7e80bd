import { moneyText } from '../../../../shared/amazon/currencies.ts'

type Texts = { before: string | null; after: string | null }

/** Amounts before and after, as texts; null where there is none. */
export const moneyTexts = (
  { before, after }: Record<'before' | 'after', number | null>,
  currency: string,
): Texts => ({
  before: before === null ? null : moneyText(before, currency),
  after: after === null ? null : moneyText(after, currency),
})

/** `$12.00 → $9.50`, in words for screen readers; one value where nothing changes. */
export function BeforeAfter({ before, after }: Texts) {
  if (before === null || after === null || before === after) return <span>{after ?? before}</span>
  return (
    <span>
      <span className="sr-only">before </span>
      {before} <span aria-hidden="true">→</span>
      <span className="sr-only">, after</span> <b className="font-semibold text-ink">{after}</b>
    </span>
  )
}
