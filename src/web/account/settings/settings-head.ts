import type { SettingsAddress } from './settings-pages.ts'

type Matched = { match: { context: { appName: string } } }

/** The head of a page of the settings. The list of their headings is loaded with the first of them. */
export const settingsHead =
  (address: SettingsAddress) =>
  async ({ match }: Matched) => {
    const { settingsTitle } = await import('./settings-pages.ts')
    return { meta: [{ title: `${settingsTitle(address)} · ${match.context.appName}` }] }
  }
