import { rootRouteId, useRouteContext } from '@tanstack/react-router'
import type { Api } from './client.ts'

/** The typed client of the page, for parts that call it after the page is there. */
export const useApi = (): Api => useRouteContext({ from: rootRouteId, select: (context) => context.api })
