import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '../api/query-client.tsx'
import { dialogsSettled } from '../ui/dialog/dialog-history.ts'
import { noteFault, takeFaults } from './faults.ts'
import { encodeAtOnce } from './files.ts'
import { clearWire, wireAnswer } from './wire.ts'
import '../styles/app.css'

const viewport = { width: window.innerWidth, height: window.innerHeight }
const address = window.location.href

// Queries are retried without a wait.
queryClient().setDefaultOptions({ queries: { ...queryClient().getDefaultOptions().queries, retryDelay: 0 } })

encodeAtOnce()

// A toast lies over what is below it for four seconds. Who presses something there waits or wipes it away; a test would
// wait. What can be pressed in a toast still can.
const toasts = document.createElement('style')
toasts.textContent = `
  [data-sonner-toast], [data-sonner-toast] * { pointer-events: none !important }
  [data-sonner-toast] :is(button, button *) { pointer-events: auto !important }`
document.head.append(toasts)

// There is no server. A request that bypasses the fake API and the fake auth server would reach the program that serves
// the tests.
const fetchAnything = window.fetch
window.fetch = async (input, init) => {
  const request = new Request(input, init)
  const { url, method } = request
  const { origin, pathname } = new URL(url)
  if (origin !== window.location.origin || !/^\/(api|auth|functions|storage)\//.test(pathname))
    return fetchAnything(input, init)
  const answer = await wireAnswer(request)
  if (answer) return answer
  noteFault(new Error(`${method} ${pathname} is fetched, and screen tests have no server`))
  throw new TypeError('Failed to fetch')
}

beforeEach(async () => {
  if (window.innerWidth === viewport.width && window.innerHeight === viewport.height) return
  await page.viewport(viewport.width, viewport.height)
})

// All test files of a run share one page: each test restores it.
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await cleanup()
  await dialogsSettled()
  await dismissToasts()
  // What a query asks for in turn must find this test's answers.
  await vi.waitUntil(() => queryClient().isFetching() === 0)
  queryClient().clear()
  clearWire()
  sessionStorage.clear()
  localStorage.clear()
  window.history.replaceState(null, '', address)
  const [fault] = takeFaults()
  if (fault) throw fault
})

/** Toasts have a root of their own and fade out; this removes them at once. */
async function dismissToasts(): Promise<void> {
  const shown = () => document.querySelector('[data-sonner-toast]')
  if (!shown()) return
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  toast.dismiss()
  while (shown()) {
    await new Promise(requestAnimationFrame)
    vi.runAllTimers()
  }
  vi.useRealTimers()
}
