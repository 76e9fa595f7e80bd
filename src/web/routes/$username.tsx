import { createFileRoute } from '@tanstack/react-router'
import { loadProfile } from '../people/profile/load-profile.ts'
import { missingProfileHead, profileHead } from '../people/profile/profile-head.ts'
import { ProfilePage } from '../people/profile/profile-page.tsx'
import { ProfilePending } from '../people/profile/profile-pending.tsx'
import { ProfileFailed, ProfileNotFound } from '../people/profile/profile-states.tsx'
import { loadParts } from '../people/storefront/parts.tsx'
import { storefrontSearch, tabIn } from '../people/storefront/tabs.ts'

export const Route = createFileRoute('/$username')({
  // Its loader, which no other page needs, comes beside the page: a first visit has what it loads.
  codeSplitGroupings: [
    ['component', 'pendingComponent'],
    ['loader'],
    ['errorComponent', 'notFoundComponent'],
  ],
  validateSearch: storefrontSearch,
  loaderDeps: ({ search }) => ({ tab: tabIn(search.tab) }),
  loader: async ({ context, params, deps }) => {
    const [storefront] = await Promise.all([
      loadProfile(context.api, params.username, deps.tab),
      loadParts().catch(() => undefined),
    ])
    return storefront
  },
  head: ({ loaderData, match }) =>
    loaderData ? profileHead(loaderData, match.context) : missingProfileHead(match.context),
  component: PersonPage,
  pendingComponent: ProfilePending,
  notFoundComponent: ProfileNotFound,
  errorComponent: ProfileFailed,
})

function PersonPage() {
  const data = Route.useLoaderData()
  return <ProfilePage key={data.profile.id} {...data} />
}
