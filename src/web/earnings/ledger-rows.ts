import { useState } from 'react'
import type { LedgerEntry } from '../../earnings/contract.ts'

/** The ledger's rows, and which of them are explained. */
export type LedgerRows = {
  entries: readonly LedgerEntry[]
  isOpen: (id: string) => boolean
  toggle: (id: string) => void
}

/** Which rows are open, whether they stand in a list or, on a turned tablet, in a table. */
export function useOpenRows(): Omit<LedgerRows, 'entries'> {
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
