type SettingsPage = {
  to: string
  label: string
  /** Its heading, where that is not its name in the list. */
  title?: string
  /** Its sign, as `LineIcon` draws it. */
  sign: string
  /** What is there. */
  note: string
}

/** The pages of the settings, in the order of their list. */
export const settingsPages = [
  {
    to: '/profile',
    label: 'Profile',
    title: 'Profile Settings',
    sign: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 20.5c1-4 4-6 7.5-6s6.5 2 7.5 6',
    note: 'Photo, name, username and bio',
  },
  {
    to: '/profile/sign-in',
    label: 'Sign-in',
    sign: 'M4 15a4 4 0 1 0 8 0a4 4 0 1 0-8 0M11 12l8-8M16 7l3 3M13.5 9.5l2 2',
    note: 'Password, passkeys and two-step verification',
  },
  {
    to: '/profile/devices',
    label: 'Devices',
    sign: 'M3 5h13v9H3zM7 18h5M9.5 14v4M18 9h3v10h-5v-5h2z',
    note: 'Where you are signed in',
  },
  {
    to: '/profile/notifications',
    label: 'Notifications',
    sign: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 2h-15zM10 21h4',
    note: 'What you hear of, and how',
  },
  {
    to: '/profile/data',
    label: 'Your data',
    sign: 'M12 4v11m0 0 4-4m-4 4-4-4M5 20h14',
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
