import { createFileRoute } from '@tanstack/react-router'
import { DevicesSettings } from '../../../account/security/devices-settings.tsx'
import { settingsHead } from '../../../account/settings/settings-head.ts'

export const Route = createFileRoute('/_app/profile/devices')({
  head: settingsHead('/profile/devices'),
  component: DevicesSettings,
})
