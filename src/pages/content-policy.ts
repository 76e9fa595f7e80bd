import { createHash } from 'node:crypto'

const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g

/**
 * The Content-Security-Policy of one page: its own inline scripts by hash, so that the page stays cacheable and no
 * other inline script runs. Pictures come from here and from Amazon's image hosts.
 */
export function contentSecurityPolicy(html: string, { https }: { https: boolean }): string {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob: https://*.media-amazon.com https://*.ssl-images-amazon.com",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
