import type { IconName } from '../../ui/button/icon.tsx'

type SettingsPage = {
  to: string
  label: string
  /** Its heading, where that is not its name in the list. */
  title?: string
  icon: IconName
  /** What is there. */
  note: string
}

/** The pages of the settings, in the order of their list. */
export const settingsPages = [
  {
    to: '/profile',
    label: 'Profile',
    title: 'Profile Settings',
    icon: 'profile',
    note: 'Photo, name, username and bio',
  },
  {
    to: '/profile/sign-in',
    label: 'Sign-in',
    icon: 'key',
    note: 'Password, passkeys and two-step verification',
  },
  { to: '/profile/devices', label: 'Devices', icon: 'devices', note: 'Where you are signed in' },
  {
    to: '/profile/data',
    label: 'Your data',
    icon: 'download',
    note: 'Download a copy, or delete your account',
  },
] as const satisfies readonly SettingsPage[]

export type SettingsAddress = (typeof settingsPages)[number]['to']

/** The heading of a page of the settings. */
export function settingsTitle(address: SettingsAddress): string {
  const page: SettingsPage | undefined = settingsPages.find(({ to }) => to === address)
  return page?.title ?? page?.label ?? ''
}

/** The phone's bar of a page of the settings. */
export const settingsBar = (address: SettingsAddress) => ({
  title: settingsTitle(address),
  ...(address !== '/profile' && { back: { to: '/profile' } as const }),
})
