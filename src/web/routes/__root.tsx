import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouter } from '@tanstack/react-router'
import { version } from '../../../package.json'
import { NotFoundPage } from '../app/default-pages.tsx'
import { notFoundHead, sitePreview } from '../app/link-preview.ts'
import { earlyPressesScript } from '../boot/early-presses.ts'
import { headScript } from '../boot/head-script.ts'
import { afterPaintScript } from '../browser/after-paint.ts'
import { useArrivalFocus } from '../browser/arrival-focus.ts'
import type { PageAssets, RouterOptions } from '../router.tsx'

/** `?add=true` opens the add-item dialog on pages that have it (docs/product/addresses.md#the-query-add). */
type PageSearch = { add?: true }

/** Where the build was made in a clone of the repository. */
const commit: string | undefined = import.meta.env.VITE_COMMIT

const displayFont = '/fonts/fraunces-upright-common.woff2'

export const Route = createRootRouteWithContext<RouterOptions>()({
  validateSearch: ({ add }: { add?: unknown }): PageSearch => (add === true ? { add } : {}),
  head: ({ match, matches }) => {
    const { appName, siteUrl, assets, providers, passwordMinLength, shortHosts, opensOffline } = match.context
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
        // A page that is not found is shown by the root route itself.
        ...(match._notFound ? notFoundHead({ appName }).meta : [{ title: appName }]),
        { name: 'application-name', content: appName },
        // The build's, not the process's: pages of a build are the same from all its nodes, and in the browser.
        { name: 'version', content: version },
        ...(commit ? [{ name: 'commit', content: commit }] : []),
        { name: 'providers', content: providers.join(' ') },
        { name: 'password-min-length', content: String(passwordMinLength) },
        ...(shortHosts.length > 0 ? [{ name: 'short-hosts', content: shortHosts.join(' ') }] : []),
        ...(opensOffline ? [] : [{ name: 'offline', content: 'off' }]),
        // A page's own preview replaces this one, property by property.
        ...(import.meta.env.SSR ? sitePreview(matches.at(-1)?.pathname ?? '/', { appName, siteUrl }) : []),
      ],
      // On the server alone: hydration leaves elements in the head that it does not know.
      links: import.meta.env.SSR ? headLinks(assets, matches) : [],
      scripts: import.meta.env.SSR && assets ? [pageScript(assets)] : [],
    }
  },
  component: Document,
  notFoundComponent: NotFoundPage,
})

const headLinks = (assets: PageAssets | undefined, matches: { routeId: string }[]) => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-180.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  ...(assets
    ? assetLinks(
        assets,
        matches.map((match) => match.routeId),
      )
    : []),
]

const assetLinks = ({ stylesheets, preloads, script }: PageAssets, routeIds: string[]) => [
  ...stylesheets.map((href) => ({ rel: 'stylesheet', href })),
  // Low: what is seen without scripts, styles and pictures, comes first. The entry, the largest, comes after the first
  // paint.
  ...preloads(routeIds)
    .filter((href) => !('src' in script) || href !== script.src)
    .map((href) => ({ rel: 'modulepreload', href, fetchPriority: 'low' as const })),
]

/** Starts the app; a built one once something is seen. */
const pageScript = ({ script }: PageAssets) =>
  'src' in script ? { children: afterPaintScript(script.src) } : { type: 'module', ...script }

/**
 * The script that runs before the first paint. Rendered on the server alone: hydration ignores elements of the head
 * that it does not know, and the content policy would refuse the script if the browser rendered it again after an
 * error.
 */
const HeadScript = () => (
  <script
    // The server marks our own scripts by the nonce. The browser's router does not have it.
    nonce={useRouter().options.ssr?.nonce}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; scripts take no other content
    dangerouslySetInnerHTML={{ __html: headScript() + earlyPressesScript() }}
  />
)

function Document() {
  useArrivalFocus()
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        {import.meta.env.SSR && <HeadScript />}
        <HeadContent />
        {/* Here, since the router renders only one meta element per name. */}
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
