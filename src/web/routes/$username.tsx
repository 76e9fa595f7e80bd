import { createFileRoute } from '@tanstack/react-router'
import { loadProfile } from '../people/profile/load-profile.ts'
import { missingProfileHead, profileHead } from '../people/profile/profile-head.ts'
import { ProfilePage } from '../people/profile/profile-page.tsx'
import { ProfileFailed, ProfileNotFound, ProfilePending } from '../people/profile/profile-states.tsx'
import { storefrontSearch, tabIn } from '../people/storefront/tabs.ts'

export const Route = createFileRoute('/$username')({
  // With its loader, which no other page needs.
  codeSplitGroupings: [
    ['component', 'pendingComponent', 'loader'],
    ['errorComponent', 'notFoundComponent'],
  ],
  validateSearch: storefrontSearch,
  loaderDeps: ({ search }) => ({ tab: tabIn(search.tab) }),
  loader: ({ context, params, deps }) => loadProfile(context.api, params.username, deps.tab),
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
