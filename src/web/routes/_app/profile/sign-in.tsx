import { createFileRoute } from '@tanstack/react-router'
import { SignInSettings } from '../../../account/security/sign-in-settings.tsx'
import { settingsHead } from '../../../account/settings/settings-head.ts'

export const Route = createFileRoute('/_app/profile/sign-in')({
  head: settingsHead('/profile/sign-in'),
  component: SignInSettings,
})
