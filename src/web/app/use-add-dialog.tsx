import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { offlineMessage } from '../browser/connection.ts'
import { knownSession } from '../session/session.ts'
import { useSignInFirst } from '../session/sign-in-first.ts'
import { LoadingVeil } from '../ui/dialog/loading-veil.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { lazyDialog } from '../ui/lazy-part.tsx'

const AddDialog = lazyDialog(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }), {
  waiting: LoadingVeil,
})

/** Loads the add-item dialog, so that it opens at once. Rejects when its scripts could not be loaded. */
export const loadAddDialog = AddDialog.load

type Show = (options: { replace: boolean }) => Promise<void>

/**
 * The path of a page that was unmounted while its dialog was open: the screen that replaces it opens the dialog again.
 */
let leftOpenAt: string | null = null

/**
 * The add-item dialog, loaded when it is first opened. A visitor is sent to sign in first and comes back to the open
 * dialog: `?add=true` on any page opens it and is then removed from the address
 * (docs/product/addresses.md#the-query-add).
 */
export function useAddDialog(isSkeleton = false): { open: () => void; dialog: ReactNode } {
  const [step, setStep] = useState<'closed' | 'asking' | 'open'>('closed')
  const openAt = useRef<string | null>(null)
  const signInFirst = useSignInFirst()

  const close = useCallback(() => {
    openAt.current = null
    setStep('closed')
  }, [])
  const show = useCallback(
    async ({ replace }: { replace: boolean }) => {
      openAt.current = window.location.pathname
      setStep((now) => (now === 'open' ? now : 'asking'))
      try {
        const session = await knownSession()
        if (session.status === 'signed_in') return setStep('open')
        close()
        signInFirst(addressWithAdd(), { replace })
      } catch {
        close()
        // Only the loading of scripts can fail here.
        await toast.error('Error', { description: offlineMessage })
      }
    },
    [signInFirst, close],
  )
  useShownByAddress(show, isSkeleton)
  useReopened(openAt, show)

  const open = useCallback(() => void show({ replace: false }), [show])
  const dialog = (
    <>
      {step === 'asking' && <LoadingVeil />}
      {step === 'open' && <AddDialog onClose={close} />}
    </>
  )
  return { open, dialog }
}

/** A dialog opened on the skeleton of a loading page stays open on the page itself. */
function useReopened(openAt: RefObject<string | null>, show: Show): void {
  useEffect(() => {
    if (leftOpenAt === window.location.pathname) void show({ replace: false })
    return () => {
      // Another screen may go in the same moment.
      if (openAt.current === null) return
      leftOpenAt = openAt.current
      queueMicrotask(() => {
        leftOpenAt = null
      })
    }
  }, [openAt, show])
}

function useShownByAddress(show: Show, isSkeleton: boolean) {
  const navigate = useNavigate()
  const asked = useSearch({ strict: false, select: ({ add }) => add === true })
  useEffect(() => {
    if (!asked || isSkeleton) return
    // First, so that the open dialog's own history entry lies above an address without `?add`.
    void navigate({ to: '.', search: withoutAdd, replace: true, resetScroll: false }).then(() =>
      show({ replace: true }),
    )
  }, [asked, isSkeleton, show, navigate])
}

const withoutAdd = ({ add: _, ...search }: { add?: true }) => search

/** The address of this page that opens the dialog. */
function addressWithAdd(): string {
  const address = new URL(window.location.href)
  address.searchParams.set('add', 'true')
  return address.pathname + address.search
}
