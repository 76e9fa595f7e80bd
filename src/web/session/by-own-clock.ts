/**
 * A fetch whose sessions end by this computer’s clock. The client compares a session’s end with that clock: by the
 * server’s, one that is hours ahead would renew the token at every call, and one that is behind would send dead ones.
 */
export const byOwnClock =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const answer = await send(...request)
    const body = answer.ok ? await sessionOf(answer.clone()) : null
    if (!body) return answer
    const expires_at = Math.floor(Date.now() / 1000) + body.expires_in
    const { status, headers } = answer
    return new Response(JSON.stringify({ ...body, expires_at }), { status, headers })
  }

/** A session in an answer, or null. */
async function sessionOf(answer: Response): Promise<{ expires_in: number } | null> {
  const body = await answer.json().catch(() => null)
  return typeof body?.access_token === 'string' && typeof body.expires_in === 'number' ? body : null
}
