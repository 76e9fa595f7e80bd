import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { hearFirst } from '../../browser/first-to-hear.ts'

/** The part of the router's history that is needed here. */
type RouterHistory = { location: { state: { __TSR_key?: string } } }

type OpenDialog = { close: () => void }

/** Open dialogs, the last opened last. Each has a history entry of its own, so that Back closes it. */
const open: OpenDialog[] = []

/** How many open dialogs a history entry stands for; 0 for the page's own entry. */
const depthOf = (state: unknown): number => (state as { dialogs?: number } | null)?.dialogs ?? 0

const keyOf = (state: unknown) => (state as { __TSR_key?: string } | null)?.__TSR_key

/** The history of the app around the dialogs. */
let router: RouterHistory | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/**
 * Set while the browser goes to another entry: whether the router will hear of the arrival (`reported`) or not
 * (`silent`).
 */
let going: 'reported' | 'silent' | null = null

/** After everything that opens and closes in the same moment: one dialog may replace another. */
function settleSoon() {
  clearTimeout(timer)
  timer = setTimeout(settle)
}

/** Gives the history one entry for each open dialog: adds missing ones, and goes back over surplus ones. */
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
    // Directly on the prototype, past the router: it would treat the entry as a navigation, load the page again and
    // scroll.
    if (isAtPage()) History.prototype.pushState.call(window.history, state, '')
  }
}

/** False while the router asks whether the page may be left: the browser then stands at another page's entry. */
const isAtPage = () => router?.location.state.__TSR_key === keyOf(window.history.state)

/** Runs before the router's listener, and lets only steps to another page through to it. */
function onPop(event: PopStateEvent) {
  const depth = depthOf(event.state)
  if (going) {
    if (going === 'silent') event.stopImmediatePropagation()
    going = null
    settleSoon()
    return
  }
  // A surplus entry, of a dialog that was closed by going to another page, or that Forward has reached.
  if (depth > open.length) {
    event.stopImmediatePropagation()
    // Where the page was left, the router hears of the step once the page's own entry is reached.
    going = isAtPage() ? 'silent' : 'reported'
    window.history.go(open.length - depth)
    return
  }
  if (depth === open.length || !isAtPage()) return
  event.stopImmediatePropagation()
  for (const dialog of open.slice(depth).reverse()) dialog.close()
  // A dialog that stays open, to ask about unsaved work or until an upload is over, gets its entry again.
  settleSoon()
}

/** Goes back from the page to the one before it, also from an open dialog, whose entries are skipped. */
export function leavePage(): void {
  going = 'reported'
  window.history.go(-1 - depthOf(window.history.state))
}

/** Makes Back close an open dialog first. `onBack` may close it, or keep it open. */
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

/** Resolves once the history has an entry for each open dialog: for tests, which start at an address of their own. */
export async function dialogsSettled(): Promise<void> {
  while (timer !== undefined || going) await new Promise((resolve) => setTimeout(resolve, 5))
}
