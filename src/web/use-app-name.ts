import { rootRouteId, useRouteContext } from '@tanstack/react-router'

/** The installation's name (`APP_NAME`). */
export const useAppName = (): string =>
  useRouteContext({ from: rootRouteId, select: (context) => context.appName })
