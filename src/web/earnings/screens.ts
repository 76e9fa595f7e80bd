/** All earnings screens in one file for the browser. */
export { DetailsPage } from './details/details-page.tsx'
export { EarningsPage } from './overview/earnings-page.tsx'
export { OwnPayoutPage } from './payouts/own-payout-page.tsx'
export { OwnPayoutsPage } from './payouts/own-payouts-page.tsx'
export { ProductsPage } from './products/products-page.tsx'
export { QuestionsPage } from './questions/questions-page.tsx'
export { StatementPage } from './statements/statement-page.tsx'
export { StatementsPage } from './statements/statements-page.tsx'
