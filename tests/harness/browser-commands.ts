import type { BrowserCommand } from 'vitest/node'

type ColorScheme = 'light' | 'dark'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Has the browser prefer a theme, until it is told another. */
    preferTheme: (theme: ColorScheme) => Promise<void>
  }
}

/** What screen tests have the browser do that a page cannot. */
export const browserCommands = {
  preferTheme: (({ page }, theme) => page.emulateMedia({ colorScheme: theme })) satisfies BrowserCommand<
    [ColorScheme]
  >,
}
