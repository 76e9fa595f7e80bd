/** What to say when the server cannot be reached at all. */
export const offlineMessage = 'You appear to be offline. Please check your connection.'
