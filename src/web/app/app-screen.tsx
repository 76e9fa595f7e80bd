import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentProps, memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { offlineMessage } from '../browser/connection.ts'
import { knownSession, useSession } from '../session/session.ts'
import { useSignInFirst } from '../session/sign-in-first.ts'
import { forgetWanted } from '../session/wanted.ts'
import { AppShell } from '../shell/app-shell.tsx'
import type { TopBarProps } from '../shell/page-head.tsx'
import { LoadingVeil } from '../ui/dialog/loading-veil.tsx'
import { prepareToasts, toast } from '../ui/feedback/toast.ts'
import { lazyDialog } from '../ui/lazy-part.tsx'
import { AccountFoot, AccountInBar, NoticesForPerson } from './account.tsx'

type AppScreenProps = Omit<ComponentProps<typeof AppShell>, 'onAdd' | 'foot' | 'items'> & {
  /** Set on a page's skeleton: only the page itself acts on the query of its address. */
  isSkeleton?: boolean
}

/**
 * The app around a page, with the signed-in person or the sign-in links, and the add-item dialog
 * (docs/product/shell.md#app-screens). Also for public pages: what the server renders is the same for everyone.
 */
export function AppScreen(props: AppScreenProps) {
  const { isSkeleton = false } = props
  const isSignedIn = useSession().status === 'signed_in'
  useEffect(() => {
    if (!isSkeleton) forgetWanted()
  }, [isSkeleton])
  useEffect(() => {
    if (isSignedIn) prepareToasts()
  }, [isSignedIn])
  const { step, open, close } = useAddDialog(isSkeleton)
  return (
    <>
      <Page {...props} onAdd={open} />
      {step === 'asking' && <LoadingVeil />}
      {step === 'open' && <AddDialog onClose={close} />}
    </>
  )
}

type PageProps = AppScreenProps & Pick<ComponentProps<typeof AppShell>, 'onAdd'>

/** Always the same, so that the navigation around it is drawn once. */
const foot = <AccountFoot />

/** Everything except the dialog, which opens without rendering the page again. */
const Page = memo(({ bar, isSkeleton, children, ...rest }: PageProps) => (
  <AppShell {...rest} bar={withAccount(bar)} foot={foot}>
    {!isSkeleton && <NoticesForPerson />}
    {children}
  </AppShell>
))

/** A page with a title has no room for the account in its bar; its navigation leads to the profile. */
function withAccount(bar: TopBarProps = {}): TopBarProps {
  if (bar.title) return bar
  return {
    ...bar,
    actions: (
      <>
        {bar.actions}
        <AccountInBar />
      </>
    ),
  }
}

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
function useAddDialog(isSkeleton: boolean) {
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
  return { step, open, close }
}

/** A dialog opened on the skeleton of a loading page stays open on the page itself. */
function useReopened(openAt: RefObject<string | null>, show: Show): void {
  useEffect(() => {
    if (leftOpenAt === window.location.pathname) void show({ replace: false })
    return () => {
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
