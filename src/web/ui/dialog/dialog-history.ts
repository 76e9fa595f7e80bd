import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { hearFirst } from '../../browser/first-to-hear.ts'

/** The part of the router's history that is needed here. */
type RouterHistory = { location: { state: { __TSR_key?: string } } }

type OpenDialog = { close: () => void }

/** Open dialogs, the last opened last. Each has a history entry of its own, so that Back closes it. */
const open: OpenDialog[] = []

/** How many dialogs an entry of the history stands for; the page's own for none. */
const depthOf = (state: unknown): number => (state as { dialogs?: number } | null)?.dialogs ?? 0

const keyOf = (state: unknown) => (state as { __TSR_key?: string } | null)?.__TSR_key

/** That of the app around the dialogs. */
let router: RouterHistory | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** The browser is on its way to another entry, which the router is told of once it is there, or not. */
let going: 'reported' | 'silent' | null = null

/** Once what opens and closes together has done so: one dialog may take another's place. */
function settleSoon() {
  clearTimeout(timer)
  timer = setTimeout(settle)
}

/** Gives the history as many entries as there are dialogs, or takes away those that are left over. */
function settle() {
  timer = undefined
  if (going) return
  const depth = depthOf(window.history.state)
  if (depth > open.length) {
    going = 'silent'
    window.history.go(open.length - depth)
    return
  }
  for (let next = depth + 1; next <= open.length; next += 1) {
    const state = { ...window.history.state, dialogs: next }
    // Past the router, for which it is the same page: its own way would load that again and scroll.
    if (isAtPage()) History.prototype.pushState.call(window.history, state, '')
  }
}

/** While the router asks whether the page may be left, the browser stands at another entry than its page's. */
const isAtPage = () => router?.location.state.__TSR_key === keyOf(window.history.state)

/** Before the router hears of it: it is told only of what leads to another page. */
function onPop(event: PopStateEvent) {
  const depth = depthOf(event.state)
  if (going) {
    if (going === 'silent') event.stopImmediatePropagation()
    going = null
    settleSoon()
    return
  }
  // What is left of a dialog that was closed by going on to another page, or is gone forward to.
  if (depth > open.length) {
    event.stopImmediatePropagation()
    // Of a page that was left, the router is told once the entry of the page itself is reached.
    going = isAtPage() ? 'silent' : 'reported'
    window.history.go(open.length - depth)
    return
  }
  if (depth === open.length || !isAtPage()) return
  event.stopImmediatePropagation()
  for (const dialog of open.slice(depth).reverse()) dialog.close()
  // One that stays, to ask about unsaved work or until an upload is over, has its entry again.
  settleSoon()
}

/** Leads from the page to the one before it, also from a dialog, whose entry is none of its own. */
export function leavePage(): void {
  going = 'reported'
  window.history.go(-1 - depthOf(window.history.state))
}

/** Has Back close an open dialog first. `onBack` closes it, or not. */
export function useDialogHistory(isOpen: boolean, onBack: () => void): void {
  const { history } = useRouter()
  const close = useRef(onBack)
  useEffect(() => {
    close.current = onBack
  })
  useEffect(() => {
    if (!isOpen) return
    const dialog = { close: () => close.current() }
    router = history
    open.push(dialog)
    hearFirst(onPop)
    settleSoon()
    return () => {
      open.splice(open.indexOf(dialog), 1)
      settleSoon()
    }
  }, [isOpen, history])
}

/** Resolves once the history is as the open dialogs want it: for tests, which begin at an address of their own. */
export async function dialogsSettled(): Promise<void> {
  while (timer !== undefined || going) await new Promise((resolve) => setTimeout(resolve, 5))
}
