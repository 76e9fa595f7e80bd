import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

/** Which orders are looked for: by state, and by a text. */
type OrdersSearch = { state?: string; q?: string }

const textOf = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))

export const Route = createFileRoute('/_app/admin/orders/')({
  codeSplitGroupings: [],
  validateSearch: ({ state, q }: Record<string, unknown>): OrdersSearch => ({
    state: textOf(state),
    q: textOf(q),
  }),
  head: adminHead('Orders'),
  component: lazyRouteComponent(loadScreens, 'OrdersPage'),
})
