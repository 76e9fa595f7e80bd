import type { AnswerOf } from '../../api/client.ts'
import { adminSigns } from './admin-signs.ts'

/** What waits for an admin, as the own profile counts it. */
export type Waiting = NonNullable<AnswerOf<'GET /api/v1/me'>['waiting']>

type AdminView = { to: string; label: string; waiting?: keyof Waiting }

export type AdminPage = AdminView & {
  /** Its heading, where that is not its name in the navigation. */
  title?: string
  sign: string
  /** The pages that belong together under this one, itself first. */
  views?: readonly AdminView[]
  /** Addresses below which is only what is reached from this page. */
  within?: readonly string[]
}

type AdminGroup = { name: string; pages: readonly [AdminPage, ...AdminPage[]] }

/** All pages of admins by group, in the order of the work: what navigation, tabs, headings and titles are made of. */
export const adminGroups = [
  {
    name: 'Orders',
    pages: [
      {
        to: '/admin',
        label: 'Pipeline',
        title: 'Admin Panel',
        sign: adminSigns.pipeline,
        within: ['/admin/runs'],
      },
      { to: '/admin/imports', label: 'Imports', sign: adminSigns.imports },
      { to: '/admin/orders', label: 'Orders', sign: adminSigns.orders, waiting: 'orders' },
      { to: '/admin/tracking-ids', label: 'Tracking IDs', sign: adminSigns.trackingIds },
    ],
  },
  {
    name: 'Money',
    pages: [
      {
        to: '/admin/receipts',
        label: 'Receipts',
        sign: adminSigns.receipts,
        views: [
          { to: '/admin/receipts', label: 'By month' },
          { to: '/admin/rates', label: 'Rates' },
        ],
      },
      {
        to: '/admin/payouts',
        label: 'Payouts',
        sign: adminSigns.payouts,
        waiting: 'payouts',
        within: ['/admin/advice'],
      },
      { to: '/admin/books', label: 'Books', sign: adminSigns.books },
    ],
  },
  {
    name: 'People',
    pages: [
      {
        to: '/admin/creators',
        label: 'Creators',
        sign: adminSigns.creators,
        waiting: 'questions',
        views: [
          { to: '/admin/creators', label: 'Balances' },
          { to: '/admin/holds', label: 'Holds' },
          { to: '/admin/fees', label: 'Fees' },
          { to: '/admin/questions', label: 'Questions', waiting: 'questions' },
          { to: '/admin/proposals', label: 'Proposals' },
        ],
      },
      { to: '/admin/flags', label: 'Flags', sign: adminSigns.flags, waiting: 'flags' },
      { to: '/admin/reports', label: 'Reports', sign: adminSigns.reports, waiting: 'reports' },
    ],
  },
  {
    name: 'System',
    pages: [
      { to: '/admin/security', label: 'Security', sign: adminSigns.security },
      { to: '/admin/news', label: 'News', sign: adminSigns.news },
      { to: '/admin/health', label: 'Health', sign: adminSigns.health },
      { to: '/admin/audit', label: 'Audit log', sign: adminSigns.audit },
    ],
  },
] as const satisfies readonly AdminGroup[]

type ListedPage = (typeof adminGroups)[number]['pages'][number]

/** The addresses of the pages in the navigation. */
export type AdminAddress = ListedPage['to']

/** What is counted, for one and for several. */
export const waitingNames: Record<keyof Waiting, [one: string, several: string]> = {
  orders: ['order to decide', 'orders to decide'],
  payouts: ['payout to look at', 'payouts to look at'],
  questions: ['open question', 'open questions'],
  flags: ['flag to look at', 'flags to look at'],
  reports: ['open report', 'open reports'],
}

const isBelow = (path: string, address: string) => path === address || path.startsWith(`${address}/`)

const addressesOf = ({ to, views = [], within = [] }: AdminPage): readonly string[] => [
  to,
  ...views.map((view) => view.to),
  ...within,
]

/** The page in the navigation that an address is of or below, and its group. The panel is above all of them. */
export function adminPageAt(path: string): { group: AdminGroup; page: AdminPage } {
  const all = adminGroups.flatMap((group) => group.pages.map((page) => ({ group, page: page as AdminPage })))
  const [panel, ...others] = all as [(typeof all)[number], ...typeof all]
  return others.find(({ page }) => addressesOf(page).some((address) => isBelow(path, address))) ?? panel
}

/** Of a page that the navigation or its views list: its heading, and the views; undefined for those below them. */
export function listedAdminPageAt(path: string): { title: string; page: AdminPage } | undefined {
  // The router's paths of lists end in a slash.
  const address = path.replace(/(.)\/$/, '$1')
  const { page } = adminPageAt(address)
  const title =
    page.to === address ? (page.title ?? page.label) : page.views?.find(({ to }) => to === address)?.label
  return title === undefined ? undefined : { title, page }
}
