/** All screens of the earnings, one file for the browser. */
export { EarningsPage } from './earnings-page.tsx'
export { StatementPage } from './statement-page.tsx'
export { StatementsPage } from './statements-page.tsx'
