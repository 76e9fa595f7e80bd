import { useRef } from 'react'

/** An Idempotency-Key of 128 random bits. Unlike `randomUUID` it can be made on plain http addresses too. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Sends a creating request with a key, which stays the same until an answer arrives: a request repeated after a lost
 * answer creates nothing twice. `what` identifies the request; a request without input has none.
 */
export function useIdempotencyKey() {
  const last = useRef<{ what: string | undefined; key: string } | null>(null)
  return async <T>(what: string | undefined, send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    if (last.current?.what !== what || !last.current) last.current = { what, key: newKey() }
    const answer = await send(last.current.key)
    last.current = null
    return answer
  }
}
