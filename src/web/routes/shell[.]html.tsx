import { createFileRoute, redirect } from '@tanstack/react-router'

/**
 * The empty page that the service worker keeps and gives for every address without a network
 * (docs/product/offline.md#without-a-network). Somebody who opens its own address is led to the feed.
 */
export const Route = createFileRoute('/shell.html')({
  ssr: false,
  beforeLoad: () => {
    throw redirect({ to: '/feed', replace: true })
  },
  // The app's entry reads `shell`: such a page has nothing to hydrate.
  head: () => ({
    meta: [
      { name: 'robots', content: 'noindex' },
      { name: 'shell', content: 'empty' },
    ],
  }),
})
