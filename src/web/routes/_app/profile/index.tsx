import { createFileRoute, redirect } from '@tanstack/react-router'
import { ProfileSettings } from '../../../account/profile/profile-settings.tsx'
import { settingsHead } from '../../../account/settings/settings-head.ts'

export const Route = createFileRoute('/_app/profile/')({
  beforeLoad: ({ location }) => {
    // Where links of before the settings had pages lead.
    if (location.hash === 'two-step')
      throw redirect({ to: '/profile/sign-in', hash: location.hash, replace: true })
  },
  head: settingsHead('/profile'),
  component: ProfileSettings,
})
