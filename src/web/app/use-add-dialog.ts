import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { offlineMessage } from '../session/offline.ts'
import { knownSession } from '../session/session.ts'
import { useSignInFirst } from '../session/sign-in-first.ts'
import { toast } from '../ui/feedback/toast.ts'

type AddDialog = ComponentType<{ onClose: () => void }>

/**
 * The add-item dialog, loaded when it is first opened. Someone signed out is sent to sign in first and comes back
 * to the open dialog: `?add=true` on any page opens it and is then removed from the address (spec section 2).
 */
export function useAddDialog() {
  const [Dialog, setDialog] = useState<AddDialog | null>(null)
  const [isLoading, setLoading] = useState(false)
  const signInFirst = useSignInFirst()

  const show = useCallback(
    async ({ replace }: { replace: boolean }) => {
      setLoading(true)
      try {
        const session = await knownSession()
        if (session.status === 'signed_out') return signInFirst(addressWithAdd(), { replace })
        const { AddDialog } = await import('./add-dialog.tsx')
        setDialog(() => AddDialog)
      } catch {
        // Only the loading of scripts can fail here.
        await toast.error('Error', { description: offlineMessage })
      } finally {
        setLoading(false)
      }
    },
    [signInFirst],
  )
  useShownByAddress(show)

  const open = useCallback(() => void show({ replace: false }), [show])
  const close = useCallback(() => setDialog(null), [])
  return { Dialog, isLoading, open, close }
}

function useShownByAddress(show: (options: { replace: boolean }) => Promise<void>) {
  const navigate = useNavigate()
  const asked = useSearch({ strict: false, select: ({ add }) => add === true })
  useEffect(() => {
    if (!asked) return
    void show({ replace: true }).then(() => {
      // Not where the person was sent to sign in meanwhile.
      if (!addIsAsked()) return
      void navigate({ to: '.', search: withoutAdd, replace: true, resetScroll: false })
    })
  }, [asked, show, navigate])
}

const withoutAdd = ({ add: _, ...search }: { add?: true }) => search

const addIsAsked = () => new URLSearchParams(window.location.search).has('add')

/** This page's address with what opens the dialog on it. */
function addressWithAdd(): string {
  const address = new URL(window.location.href)
  address.searchParams.set('add', 'true')
  return address.pathname + address.search
}
