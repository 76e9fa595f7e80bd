import type { BrowserCommand } from 'vitest/node'

type ColorScheme = 'light' | 'dark'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Makes the browser prefer a theme, until it is set again. */
    preferTheme: (theme: ColorScheme) => Promise<void>
  }
}

/** Commands of screen tests that a page cannot run itself. */
export const browserCommands = {
  preferTheme: (({ page }, theme) => page.emulateMedia({ colorScheme: theme })) satisfies BrowserCommand<
    [ColorScheme]
  >,
}
