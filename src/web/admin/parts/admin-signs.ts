/** The signs of the admin's pages, drawn like all icons (`LineIcon`); the other pages load none of them. */
export const adminSigns = {
  audit: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  books: 'M5 5a2 2 0 0 1 2-2h12v18H7a2 2 0 0 1-2-2ZM5 18a2 2 0 0 1 2-1.5h12',
  creators:
    'M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M3 19.5c.8-3.3 3.2-5 6-5s5.2 1.7 6 5M15.5 5.5a3.2 3.2 0 0 1 0 6M17.5 14.8c1.8.7 3 2.3 3.5 4.7',
  flags: 'M6 21V4M6 5h11l-2 4 2 4H6',
  health: 'M3 12h4l2.5-6 4 12L16 12h5',
  imports: 'M12 15V4m0 0L8 8m4-4 4 4M5 19h14',
  orders: 'M5 8h14l-1 12H6zM9 8V7a3 3 0 0 1 6 0v1',
  payouts: 'M4 10 12 5l8 5M6 10v7M10 10v7M14 10v7M18 10v7M4 20h16',
  pipeline:
    'M3.5 6a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M15.5 18a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M6 8.5V13a5 5 0 0 0 5 5h4.5',
  receipts: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2ZM9 8h6M9 12h6',
  reports: 'M5 5h14v11h-7l-4 4v-4H5Z',
  news: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 2h-15zM10 21h4',
  security: 'M12 3.5 19 6v6c0 4-3 7-7 8.5C8 19 5 16 5 12V6Z',
  trackingIds: 'M4 4h8l8 8-8 8-8-8ZM8 8h.01',
} as const
