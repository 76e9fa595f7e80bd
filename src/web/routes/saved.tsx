import { createFileRoute } from '@tanstack/react-router'
import { SavedPage } from '../saved/saved-page.tsx'

export const Route = createFileRoute('/saved')({
  head: ({ match }) => ({
    meta: [{ title: `Saved · ${match.context.appName}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: SavedPage,
})
