import type { FastifyInstance } from 'fastify'

/** The colour of paper in the light theme (styles/tokens.css): behind the icon while the app starts. */
const paper = '#FBF9F6'

/** What a phone needs to install the app and to share links into it (W3C Web App Manifest, Web Share Target). */
function manifestOf(appName: string) {
  return {
    id: '/',
    name: appName,
    short_name: appName,
    description: 'Share products, earn together',
    start_url: '/feed',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    // Shared links open a page of their own (web/routes/_app/share.tsx); these parameters replace the action's query.
    share_target: {
      action: '/share',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  }
}

/** Serves the manifest under the installation's own name. */
export function registerManifest(app: FastifyInstance, appName: string): void {
  const manifest = JSON.stringify(manifestOf(appName))
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(manifest),
  )
}
