import { expectHeight } from './remembered-height.ts'

/** Keeps room beside the feed for the first steps of an account just made. */
export const expectFirstSteps = (): void => expectHeight('steps', '236px')
