import { rootRouteId, useRouteContext } from '@tanstack/react-router'
import type { Api } from './client.ts'

/** The page's typed API client. */
export const useApi = (): Api => useRouteContext({ from: rootRouteId, select: (context) => context.api })
