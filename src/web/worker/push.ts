/**
 * The place of Web Push in the worker: the listeners of `push` and `notificationclick` belong here. The worker's entry
 * imports this file, so that what it adds listens from the worker's first moment, as browsers require.
 */
export {}
