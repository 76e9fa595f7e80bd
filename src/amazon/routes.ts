import { defineRoutes } from '../platform/http/route.ts'
import { amazonContract } from './contract.ts'
import { type Amazon, lookUpItem, readItemPage, resolveLink } from './service.ts'

/** The three look-ups of the add-item flow (docs/product/calls.md#functions). */
export const createAmazonRoutes = (amazon: Amazon) =>
  defineRoutes(amazonContract, {
    'POST /functions/v1/resolve-short-link': ({ body }, context) => resolveLink(context, amazon, body),
    'POST /functions/v1/amazon-paapi': ({ body }, context) => lookUpItem(context, amazon, body),
    'POST /functions/v1/add-product': ({ body }, context) => readItemPage(context, amazon, body),
  })
