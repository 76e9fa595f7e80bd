import { createFileRoute } from '@tanstack/react-router'
import { NotificationsSettings } from '../../../account/notifications/notifications-settings.tsx'
import { settingsHead } from '../../../account/settings/settings-head.ts'

export const Route = createFileRoute('/_app/profile/notifications')({
  head: settingsHead('/profile/notifications'),
  component: NotificationsSettings,
})
