import { Views } from '../parts/views.tsx'

const views = [
  { to: '/admin/receipts', label: 'By month' },
  { to: '/admin/books', label: 'Books' },
  { to: '/admin/rates', label: 'Rates' },
] as const

/** Leads from what Amazon has paid to the books and the rates, and back. */
export const ReceiptViews = () => <Views label="Receipts" views={views} />
