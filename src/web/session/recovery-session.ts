import { readStoredSession } from './session.ts'

/**
 * True when the stored session was begun by following a reset link: it may set a password without giving the current
 * one. The server decides; its access token tells (claim `amr`), so this is known after a reload, too.
 */
export function isRecoverySession(): boolean {
  return methodsOf(readStoredSession()?.access_token).includes('recovery')
}

/** How the session of an access token was begun; nothing for what is no token. */
export function methodsOf(accessToken = ''): string[] {
  try {
    const [, claims = ''] = accessToken.split('.')
    const { amr } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return amr.map(({ method }: { method: string }) => method)
  } catch {
    return []
  }
}
