import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { centsToDecimal } from '../../shared/money.ts'
import { minuteMs } from '../../shared/time.ts'
import { readCents } from '../runs/results-file-rules.ts'
import { type PayoutProvider, ProviderError, type ProviderPayment } from './provider.ts'

export type PayPalSettings = { clientId: string; secret: string; url: string }

const usualMs = 30_000
const renewEarlyMs = minuteMs
const perPage = 1_000

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const madeAnswer = z.object({ batch_header: z.object({ payout_batch_id: z.string().min(1).max(100) }) })
const refusal = z.object({
  name: z.string().catch('an unknown reason'),
  message: z.string().catch(''),
  details: z.array(z.object({ issue: z.string().catch('') })).catch([]),
  links: z.array(z.object({ href: z.string().catch('') })).catch([]),
})
const batchAnswer = z.object({
  batch_header: z.object({ batch_status: z.string().catch('') }),
  total_pages: z.number().catch(1),
  items: z
    .array(
      z.object({
        payout_item_id: z.string().nullish(),
        transaction_id: z.string().nullish(),
        transaction_status: z.string().nullish(),
        payout_item: z.object({
          sender_item_id: z.string().nullish(),
          amount: z.object({ value: z.string(), currency: z.string() }).nullish().catch(null),
        }),
        errors: z.object({ name: z.string().nullish() }).nullish(),
      }),
    )
    .default([]),
})

type Answer = { status: number; body: unknown }

/** PayPal's Payouts API. The token is kept until shortly before its end. */
export function createPayPal(
  { clientId, secret, url }: PayPalSettings,
  { clock, ms = usualMs }: { clock: Clock; ms?: number | undefined },
): PayoutProvider {
  let kept: { token: string; until: number } | null = null

  async function call(path: string, init: RequestInit): Promise<Answer> {
    try {
      const response = await fetch(new URL(path, url), {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(ms),
      })
      const text = await response.text()
      return { status: response.status, body: parsed(text) }
    } catch (error) {
      throw new ProviderError(`PayPal did not answer: ${(error as Error).message}`, { isUnread: false })
    }
  }

  async function token(): Promise<string> {
    const now = clock().getTime()
    if (kept && now < kept.until) return kept.token
    const answer = await call('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    }).catch((error: ProviderError) => {
      // No part of the batch was sent with it.
      throw new ProviderError(error.message, { isUnread: true })
    })
    const made = tokenAnswer.safeParse(answer.body)
    if (answer.status !== 200 || !made.success)
      throw new ProviderError(`PayPal refused PAYPAL_CLIENT_ID and PAYPAL_SECRET (${answer.status}).`, {
        isUnread: true,
      })
    kept = { token: made.data.access_token, until: now + made.data.expires_in * 1_000 - renewEarlyMs }
    return kept.token
  }

  /** Throws for a request that PayPal did not process, and for its own faults. */
  async function authorized(path: string, init: RequestInit): Promise<Answer> {
    const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' }
    const answer = await call(path, { ...init, headers: { ...headers, ...init.headers } })
    const { status } = answer
    if (status === 401) kept = null
    if (status === 401 || status === 403 || status === 429)
      throw new ProviderError(`PayPal did not take the call (${status}).`, { isUnread: true })
    if (status >= 500 || status === 408)
      throw new ProviderError(`PayPal failed (${status}).`, { isUnread: false })
    return answer
  }

  return {
    maxPayments: 5_000,

    async send({ name, payments }) {
      const { status, body } = await authorized('/v1/payments/payouts', {
        method: 'POST',
        headers: { 'PayPal-Request-Id': name },
        body: JSON.stringify({
          sender_batch_header: { sender_batch_id: name, email_subject: 'You were paid' },
          items: payments.map(itemOf),
        }),
      })
      if (status < 300) {
        const made = madeAnswer.safeParse(body)
        if (made.success) return { kind: 'accepted', reference: made.data.batch_header.payout_batch_id }
        throw new ProviderError('PayPal answered in a way that we do not know.', { isUnread: false })
      }
      const { name: reason, message, details, links } = refusal.parse(body ?? {})
      // It was sent before: PayPal says so and names the batch that it has.
      const former = links.map(({ href }) => /\/v1\/payments\/payouts\/([A-Za-z0-9]{1,100})$/.exec(href)?.[1])
      const known = former.find((reference) => reference !== undefined)
      if (known) return { kind: 'accepted', reference: known }
      const issues = details.map(({ issue }) => issue).filter(Boolean)
      const why = [reason, message, ...issues].filter(Boolean).join(': ').slice(0, 300)
      if (/duplicate|already exists/i.test(why))
        throw new ProviderError(`PayPal has the batch, and does not say under which name: ${why}`, {
          isUnread: false,
        })
      return { kind: 'refused', why }
    },

    async ask(reference) {
      const results: Awaited<ReturnType<PayoutProvider['ask']>> = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const query = `page=${page}&page_size=${perPage}&total_required=true`
        const answer = await authorized(`/v1/payments/payouts/${encodeURIComponent(reference)}?${query}`, {
          method: 'GET',
        })
        const batch = batchAnswer.safeParse(answer.body)
        if (answer.status !== 200 || !batch.success)
          throw new ProviderError(`PayPal says nothing about the batch (${answer.status}).`, {
            isUnread: true,
          })
        const { items, total_pages, batch_header } = batch.data
        pages = Math.min(total_pages, 100)
        for (const { payout_item, transaction_id, payout_item_id, transaction_status, errors } of items)
          if (payout_item.sender_item_id)
            results.push({
              reference: payout_item.sender_item_id,
              word: transaction_status ?? (batch_header.batch_status === 'DENIED' ? 'denied' : ''),
              cents: readCents(payout_item.amount?.value ?? ''),
              currency: payout_item.amount?.currency.toUpperCase() ?? null,
              providerReference: (transaction_id ?? payout_item_id ?? '').slice(0, 100) || null,
              why: errors?.name?.slice(0, 100) ?? null,
            })
      }
      return results
    },
  }
}

const itemOf = ({ reference, account, cents }: ProviderPayment) => ({
  recipient_type: 'EMAIL',
  recipient_wallet: 'PAYPAL',
  receiver: account,
  amount: { value: centsToDecimal(cents), currency: 'USD' },
  note: 'Your earnings',
  sender_item_id: reference,
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
