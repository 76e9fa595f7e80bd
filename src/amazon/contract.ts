import { z } from 'zod'
import { maxPastedLength } from '../shared/amazon/links.ts'
import { defineContract } from '../shared/contract.ts'
import { instant, text } from '../shared/schemas.ts'

const address = text(maxPastedLength)

/** An item as Amazon described it. The price only with the time it was read, and at most 24 hours old. */
export const amazonProduct = z.object({
  asin: z.string(),
  amazon_url: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  price_usd: z.number().nullable(),
  price_as_of: instant.nullable(),
})

export const amazonContract = defineContract({
  'POST /functions/v1/resolve-short-link': {
    summary: 'Resolves a short Amazon link to the address it stands for',
    access: 'user',
    body: z.object({ url: address }),
    response: z.object({
      success: z.boolean(),
      resolvedUrl: z.string().nullable(),
      error: z.string().optional(),
    }),
  },
  'POST /functions/v1/amazon-paapi': {
    summary: 'Looks an item up in Amazon’s Creators API',
    access: 'user',
    body: z.object({
      amazonUrl: address,
      asin: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9]{10}$/, 'Must be ten letters or digits.'),
    }),
    response: z.object({
      success: z.boolean(),
      product: amazonProduct.nullable(),
      /** False when no credentials, or no associate tag of the link's marketplace, are set. */
      configured: z.boolean(),
      error: z.string().optional(),
    }),
  },
  'POST /functions/v1/add-product': {
    summary: 'Reads an item’s own page if the Creators API returns no product',
    access: 'user',
    body: z.object({ amazonUrl: address, userId: z.string().max(100) }),
    response: z.object({
      success: z.boolean(),
      data: amazonProduct.nullable(),
      error: z.string().optional(),
    }),
  },
})
