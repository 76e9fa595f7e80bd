/**
 * The Cache-Control of pictures whose content never changes at their address: browsers need not ask again. Shared
 * caches ask after five minutes, so that a picture that is withheld meanwhile disappears from them too (decision 51).
 */
export const cachedForGood = 'public, max-age=31536000, s-maxage=300, immutable'

type Sources = {
  /** Hashes of the inline scripts that may run. */
  scripts?: readonly string[]
  /** Hosts that pictures may come from, beside this one. */
  pictures?: readonly string[]
  https: boolean
}

/**
 * The Content-Security-Policy of every page: nothing but its own files, named scripts and pictures, and no frame around
 * it.
 */
export const contentPolicy = ({ scripts = [], pictures = [], https }: Sources): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...pictures.map((host) => `https://${host}`)].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No script may turn text into HTML, code or a script's address. The one policy that is allowed names the service
    // worker, always the same (web/offline/worker.ts); a second of that name is refused.
    "require-trusted-types-for 'script'",
    'trusted-types worker',
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
