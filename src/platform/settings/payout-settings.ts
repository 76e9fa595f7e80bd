import { z } from 'zod'
import { setting, together } from './forms.ts'
import { dollars, key, webAddress, whole, words } from './values.ts'

/** Who is paid, when, and by which provider. */
export const payoutSettings = z.object({
  minimumCents: setting(
    'PAYOUT_MINIMUM',
    dollars(0.01, 10_000).prefault(10),
    'The minimum that is paid out to a creator, in US dollars; less waits for the next payout.',
  ),
  day: setting(
    'PAYOUT_DAY',
    whole(1, 28).optional(),
    'The day of the month on which you pay: creators read about when their next payout comes. Unset: they read when it is ready.',
  ),
  key: setting(
    'PAYOUT_KEY',
    key.optional(),
    'Encrypts creators’ payout details: 32 bytes in base64 (openssl rand -base64 32). Unset: made once, in DATA_DIR/keys.',
  ),
  paypal: together({
    clientId: setting(
      'PAYPAL_CLIENT_ID',
      words.optional(),
      'Credentials of PayPal’s Payouts API. Without them payouts go by files.',
    ),
    secret: setting('PAYPAL_SECRET', words.optional(), 'Belongs to PAYPAL_CLIENT_ID.'),
    url: setting(
      'PAYPAL_URL',
      webAddress.default('https://api-m.paypal.com'),
      'Another address of that API, such as https://api-m.sandbox.paypal.com to try it.',
    ),
  }),
})
