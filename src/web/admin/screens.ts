/** All screens of an admin, one file for the browser: who opens one of them opens the others. */
export { AuditPage } from './audit/audit-page.tsx'
export { FlagsPage } from './flags/flags-page.tsx'
export { ImportPage } from './imports/import-page.tsx'
export { ImportsPage } from './imports/imports-page.tsx'
export { OrderPage } from './orders/order-page.tsx'
export { OrdersPage } from './orders/orders-page.tsx'
export { AdminPanel } from './pipeline/admin-panel.tsx'
export { TrackingIdsPage } from './tracking/tracking-ids-page.tsx'
