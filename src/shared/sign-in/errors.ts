/** The messages after a failed sign-in by a provider or a mailed link, by the code in the address. */
const words = {
  bad_oauth_state: () => 'This sign-in has expired or was begun in another browser. Please try again.',
  access_denied: (title: string) => `You cancelled signing in with ${title}.`,
  request_timeout: (title: string) =>
    `${title} does not answer at the moment. Please try again in a few minutes.`,
  bad_oauth_callback: (title: string) => `${title} could not confirm who you are. Please try again.`,
  provider_email_needs_verification: (title: string) =>
    `${title} has not verified your email address. Verify it there, then try again.`,
  over_email_send_rate_limit: () => 'Too many codes were mailed to you. Please try again in an hour.',
  otp_expired: () => 'Email link is invalid or has expired',
  unexpected_failure: () => 'Something went wrong. Please try again.',
}

type SignInErrorCode = keyof typeof words

/** The message of a failure; `title` is the provider's name. */
export const errorWords = (code: SignInErrorCode, title = ''): string => words[code](title)

const titles = ['Google', 'Apple']

/**
 * The message for a failure in an address: its text if it is one of ours, since anyone can write an address, otherwise
 * that something went wrong.
 */
export const ownWords = (description: string | null): string =>
  Object.values(words)
    .flatMap((say) => titles.map(say))
    .find((text) => text === description) ?? words.unexpected_failure()
