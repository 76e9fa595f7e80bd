/** Panels of months side by side, as many as the window has room for. */
export const monthGrid = 'grid items-start gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,26rem),1fr))]'
