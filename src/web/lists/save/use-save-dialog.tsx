import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../session/session.ts'
import { useSignInFirst } from '../../session/sign-in-first.ts'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import type { Saving } from './save-dialog.tsx'

const SaveDialog = lazyDialog(async () => ({ default: (await import('./save-dialog.tsx')).SaveDialog }))

/**
 * The dialog that puts products into lists of one's own (docs/product/lists-screens.md#save): a function that opens it,
 * and the open dialog to render. A visitor signs in first.
 */
export function useSaveDialog(): { open: (saving: Saving) => void; dialog: ReactNode } {
  const [saving, setSaving] = useState<Saving | null>(null)
  const session = useSession()
  const signInFirst = useSignInFirst()
  const here = useLocation({ select: ({ pathname }) => pathname })
  return {
    open: (wanted) => {
      if (session.status === 'signed_out') signInFirst(here)
      if (session.status === 'signed_in') setSaving(wanted)
    },
    dialog: saving && <SaveDialog saving={saving} onClose={() => setSaving(null)} />,
  }
}
