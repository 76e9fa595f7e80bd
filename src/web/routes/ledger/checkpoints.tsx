import { createFileRoute } from '@tanstack/react-router'
import { CheckpointsPage } from '../../ledger/checkpoints-page.tsx'

export const Route = createFileRoute('/ledger/checkpoints')({
  loader: ({ context }) => context.api('GET /api/v1/ledger/checkpoints', { query: {} }),
  head: ({ match }) => ({
    meta: [
      { title: `Ledger checkpoints · ${match.context.appName}` },
      // For search engines alone, so that no first visit loads it.
      ...(import.meta.env.SSR
        ? [{ name: 'description', content: 'Signed checkpoints of all ledgers, and what they prove.' }]
        : []),
    ],
  }),
  component: LedgerCheckpointsPage,
})

function LedgerCheckpointsPage() {
  return <CheckpointsPage items={Route.useLoaderData().items} />
}
