import { rootRouteId, useRouteContext } from '@tanstack/react-router'

/** What this installation is called (`APP_NAME`). */
export const useAppName = (): string =>
  useRouteContext({ from: rootRouteId, select: (context) => context.appName })
