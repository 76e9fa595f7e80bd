import { expectHeight } from './remembered-height.ts'

/** Reserves space beside the feed for the first steps of a new account. */
export const expectFirstSteps = (): void => expectHeight('steps', '241px')
