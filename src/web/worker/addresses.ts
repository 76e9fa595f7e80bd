/** The empty page that the app starts in without a network (src/web/routes/shell[.]html.tsx). */
export const shellAddress = '/shell.html'

/** The worker itself; at the root, so that it may answer for every page. */
export const workerAddress = '/sw.js'

/**
 * How long a page is waited for, in seconds, before the empty one is given: a phone in a tunnel believes for a minute
 * that it has a network. It then asks the network for its data first, as everywhere, so a slow network is only slow.
 */
export const patienceSeconds = 6

/** Addresses that are pages of the app, with their queries: not calls, files or documents for programs. */
export const isPage =
  /^\/(?!(api|auth\/v1|functions|rest|storage|assets|embed|metrics|dev)(\/|$))(?!shell\.html|[^?]*\.\w{2,11}(\?|$))/
