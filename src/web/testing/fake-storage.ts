import { onTestFinished } from 'vitest'

type Stored = { method: string; path: string; body: unknown }

/**
 * Answers the calls of the bucket of pictures, which do not go through the API, until the test is over: `answer`
 * returns a failure, or nothing for a success. Returns the recorded calls, in order.
 */
export function fakeStorage(
  answer: (call: Stored) => Response | Promise<Response | undefined> | undefined = () => undefined,
) {
  const calls: Stored[] = []
  const passed = window.fetch
  window.fetch = async (input, init) => {
    const { pathname } = new URL(new Request(input).url, window.location.href)
    if (!pathname.startsWith('/storage/v1/object/')) return passed(input, init)
    const path = pathname.slice('/storage/v1/object/'.length)
    const call = { method: init?.method ?? 'GET', path, body: init?.body }
    calls.push(call)
    return (await answer(call)) ?? Response.json(call.method === 'DELETE' ? [] : { Id: 'id', Key: path })
  }
  onTestFinished(() => {
    window.fetch = passed
  })
  return calls
}

/** A refusal or a failure as the storage answers it. */
export const storageError = (status: number, message: string): Response =>
  Response.json({ statusCode: String(status), error: 'failure', message }, { status })
