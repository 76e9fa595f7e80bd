import { useRef } from 'react'

/** An Idempotency-Key of 128 random bits. Unlike `randomUUID` it can be made on plain http addresses too. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Sends what makes something with a key, the same one until an answer has come: what is sent again after its answer was lost
 * is not made twice. `what` tells what is asked for.
 */
export function useIdempotencyKey() {
  const last = useRef({ what: '', key: '' })
  return async <T>(what: string, send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    if (last.current.what !== what) last.current = { what, key: newKey() }
    const answer = await send(last.current.key)
    last.current = { what: '', key: '' }
    return answer
  }
}
