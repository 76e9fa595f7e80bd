import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouter } from '@tanstack/react-router'
import { sitePreview } from '../app/link-preview.ts'
import { useArrivalFocus } from '../browser/arrival-focus.ts'
import type { PageAssets, RouterOptions } from '../router.tsx'
import { headScript } from '../session/head-script.ts'

/** `?add=true` opens the add-item dialog wherever there is one (spec section 2, protected page shell). */
type PageSearch = { add?: true }

const displayFont = '/fonts/fraunces-latin-opsz-normal.woff2'

export const Route = createRootRouteWithContext<RouterOptions>()({
  validateSearch: ({ add }: { add?: unknown }): PageSearch => (add === true ? { add } : {}),
  head: ({ match, matches }) => {
    const { appName, siteUrl, assets, providers, passwordMinLength } = match.context
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
        { title: appName },
        { name: 'application-name', content: appName },
        { name: 'providers', content: providers.join(' ') },
        { name: 'password-min-length', content: String(passwordMinLength) },
        // A page's own replaces it, property by property.
        ...(import.meta.env.SSR ? sitePreview(matches.at(-1)?.pathname ?? '/', { appName, siteUrl }) : []),
      ],
      links: [
        { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
        { rel: 'apple-touch-icon', href: '/icons/apple-touch-180.png' },
        { rel: 'manifest', href: '/manifest.webmanifest' },
        { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
        ...(assets
          ? assetLinks(
              assets,
              matches.map((m) => m.routeId),
            )
          : []),
      ],
      scripts: assets ? [{ type: 'module', ...assets.script }] : [],
    }
  },
  component: Document,
})

const assetLinks = (assets: PageAssets, routeIds: string[]) => [
  ...assets.stylesheets.map((href) => ({ rel: 'stylesheet', href })),
  ...assets.preloads(routeIds).map((href) => ({ rel: 'modulepreload', href })),
]

/** What tells the server our own scripts from others'. The browser gets it neither in pages nor anew. */
const useNonce = import.meta.env.SSR ? () => useRouter().options.ssr?.nonce : () => undefined

function Document() {
  useArrivalFocus()
  const nonce = useNonce()
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <script
          // It has run when the app takes over, which therefore does without its text.
          suppressHydrationWarning
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; scripts take no other content
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? headScript : '' }}
        />
        <HeadContent />
        {/* Here, because the router keeps only one meta element of a name. */}
        <meta name="theme-color" content="#FBF9F6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161310" media="(prefers-color-scheme: dark)" />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}
