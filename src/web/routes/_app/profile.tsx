import { createFileRoute } from '@tanstack/react-router'
import { ProfileSettings } from '../../account/profile/profile-settings.tsx'

export const Route = createFileRoute('/_app/profile')({
  head: ({ match }) => ({ meta: [{ title: `Profile Settings · ${match.context.appName}` }] }),
  component: ProfileSettings,
})
