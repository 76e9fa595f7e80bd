import { useRef } from 'react'

/** An Idempotency-Key of 128 random bits. Unlike `randomUUID` it can be made on plain http addresses too. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Sends a creating request with a key, which stays the same until an answer arrives: a request repeated after a lost
 * answer creates nothing twice. `what` identifies the request.
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
