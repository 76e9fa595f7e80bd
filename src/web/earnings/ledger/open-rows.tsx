import { useQueryClient } from '@tanstack/react-query'
import type { LedgerEntry } from '../../../earnings/contract.ts'
import { useApi } from '../../use-api.ts'
import { whyQuery } from '../earnings-queries.ts'

/** A row whose explanation opens and closes below it. */
export type OpenableRow = { entry: LedgerEntry; isOpen: boolean; onToggle: () => void }

/** The id of the part that a row's button opens. */
export const whyId = ({ id }: Pick<LedgerEntry, 'id'>): string => `why-${id}`

/** Opens and closes a row's explanation, which is asked for ahead of a likely press. The focus stays. */
export function WhyButton({ entry, isOpen, onToggle }: OpenableRow) {
  const api = useApi()
  const queries = useQueryClient()
  const prepare = () => void queries.prefetchQuery(whyQuery(api, entry.id))
  return (
    <button
      type="button"
      data-why
      aria-expanded={isOpen}
      aria-controls={isOpen ? whyId(entry) : undefined}
      onClick={onToggle}
      onPointerEnter={prepare}
      onFocus={prepare}
      className="link relative rounded-xs text-caption whitespace-nowrap text-ink max-lg:-my-2 max-lg:min-h-11 lg:text-ink-2 lg:after:absolute lg:after:-inset-x-1 lg:after:-inset-y-1.5"
    >
      Why this amount
      <span className="sr-only"> for {entry.amazon_orders.product_title || entry.amazon_orders.asin}</span>
    </button>
  )
}
