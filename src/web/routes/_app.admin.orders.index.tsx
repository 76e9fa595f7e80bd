import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

/** Which orders are looked for: by state, and by a text; and whether those under review come in groups. */
type OrdersSearch = { state?: string; q?: string; by?: 'group' }

const textOf = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))

export const Route = createFileRoute('/_app/admin/orders/')({
  codeSplitGroupings: [],
  validateSearch: ({ state, q, by }: Record<string, unknown>): OrdersSearch => ({
    state: textOf(state),
    q: textOf(q),
    by: by === 'group' ? 'group' : undefined,
  }),
  head: adminHead('Orders'),
  component: lazyRouteComponent(loadScreens, 'OrdersPage'),
})
