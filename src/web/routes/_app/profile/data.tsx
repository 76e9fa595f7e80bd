import { createFileRoute } from '@tanstack/react-router'
import { DataSettings } from '../../../account/security/data-settings.tsx'
import { settingsHead } from '../../../account/settings/settings-head.ts'

export const Route = createFileRoute('/_app/profile/data')({
  head: settingsHead('/profile/data'),
  component: DataSettings,
})
