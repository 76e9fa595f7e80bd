/** Columns and gaps of every grid of lists. */
export const listGridClass = 'grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 lg:gap-x-5'
