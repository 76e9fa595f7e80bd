import { Views } from '../parts/views.tsx'

const views = [
  { to: '/admin/creators', label: 'Balances' },
  { to: '/admin/holds', label: 'Holds' },
  { to: '/admin/fees', label: 'Fees' },
  { to: '/admin/questions', label: 'Questions' },
  { to: '/admin/proposals', label: 'Proposals' },
] as const

/** Leads from one list about creators to the others. */
export const CreatorViews = () => <Views label="Creators" views={views} />
