import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../ui/lazy-part.tsx'
import type { ListCardData } from './list-data.ts'

const PageSheet = lazyDialog(async () => ({
  default: (await import('../share/page-sheet.tsx')).PageSheet,
}))

/** A list's share sheet: a function that opens it, and the open sheet to render. */
export function useListSheet({ slug, title, profiles }: ListCardData): {
  open: () => void
  sheet: ReactNode
} {
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    sheet: isOpen && (
      <PageSheet
        path={`/${profiles.username}/${slug}`}
        title={title}
        fileName={slug}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
