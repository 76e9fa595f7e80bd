import { createFileRoute } from '@tanstack/react-router'
import { FeedFailed } from '../feed/feed-failed.tsx'
import { feedHead } from '../feed/feed-head.ts'
import { FeedPage } from '../feed/feed-page.tsx'
import { FeedPending } from '../feed/feed-states.tsx'

export const Route = createFileRoute('/feed')({
  loader: async ({ context }) => {
    const [feed, categories] = await Promise.all([
      context.api('GET /api/v1/feed', { query: {} }),
      context.api('GET /api/v1/categories'),
    ])
    return { feed, categories: categories.items }
  },
  head: ({ match }) => feedHead(match.context),
  component: ExplorePage,
  pendingComponent: FeedPending,
  errorComponent: FeedFailed,
})

function ExplorePage() {
  return <FeedPage {...Route.useLoaderData()} />
}
