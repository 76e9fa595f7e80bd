import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LedgerEntry } from '../../../earnings/contract.ts'
import type { EntryMonth } from '../../../earnings/history-contract.ts'
import { useApi } from '../../api/use-api.ts'
import { entryTitle } from '../../format/entry-text.ts'
import { momentMonth } from '../../format/when-text.ts'
import { whyQuery } from '../earnings-queries.ts'

/** Ledger rows with the sums of their months, and which of them show their explanation. */
export type LedgerRows = {
  entries: readonly LedgerEntry[]
  sums: readonly EntryMonth[]
  isOpen: (id: string) => boolean
  toggle: (id: string) => void
}

/** Which rows are open. It outlives the change between list and table when a tablet is turned. */
export function useOpenRows(): Pick<LedgerRows, 'isOpen' | 'toggle'> {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  return {
    isOpen: (id) => open.has(id),
    toggle: (id) =>
      setOpen((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
  }
}

/** The month in which a row was written. */
export const monthOfEntry = ({ created_at }: LedgerEntry): string => momentMonth(created_at)

/** A row whose explanation opens and closes below it. */
export type OpenableRow = { entry: LedgerEntry; isOpen: boolean; onToggle: () => void }

/** The element id of a row's explanation. */
export const whyId = ({ id }: Pick<LedgerEntry, 'id'>): string => `why-${id}`

/** What a button needs to open and close a row's explanation, which is loaded on hover or focus, ahead of a press. */
export function useWhyButton({ entry, isOpen, onToggle }: OpenableRow) {
  const api = useApi()
  const queries = useQueryClient()
  const prepare = () => void queries.prefetchQuery(whyQuery(api, entry.id))
  return {
    type: 'button',
    'data-why': '',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? whyId(entry) : undefined,
    onClick: onToggle,
    onPointerEnter: prepare,
    onFocus: prepare,
  } as const
}

/** A button that lies over all of its row. */
export const rowButtonClass =
  'w-full text-start after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'

/** 'Why this amount' in words, where the row is not a button itself. */
export function WhyButton(row: OpenableRow) {
  return (
    <button
      {...useWhyButton(row)}
      className="link relative rounded-xs text-caption whitespace-nowrap text-ink max-lg:-my-2 max-lg:min-h-11 lg:text-ink-2 lg:after:absolute lg:after:-inset-x-1 lg:after:-inset-y-1.5"
    >
      Why this amount
      <span className="sr-only"> for {entryTitle(row.entry)}</span>
    </button>
  )
}
