import { createFileRoute } from '@tanstack/react-router'
import { loadProfile } from '../people/profile/load-profile.ts'
import { missingProfileHead, profileHead } from '../people/profile/profile-head.ts'
import { ProfilePage } from '../people/profile/profile-page.tsx'
import { ProfileFailed, ProfileNotFound, ProfilePending } from '../people/profile/profile-states.tsx'

export const Route = createFileRoute('/$username')({
  loader: ({ context, params }) => loadProfile(context.api, params.username),
  head: ({ loaderData, match }) =>
    loaderData
      ? profileHead(loaderData.profile, loaderData.products.items, match.context)
      : missingProfileHead(match.context),
  component: PersonPage,
  pendingComponent: ProfilePending,
  notFoundComponent: ProfileNotFound,
  errorComponent: ProfileFailed,
})

function PersonPage() {
  const { profile, products } = Route.useLoaderData()
  return <ProfilePage key={profile.id} profile={profile} products={products} />
}
