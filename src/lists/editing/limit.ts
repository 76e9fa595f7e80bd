import type pg from 'pg'
import { type AccountLimit, createAccountLimit } from '../../platform/limits/account-limit.ts'
import { listingLimit } from '../rules.ts'

/** How many products an account may put into lists. */
export const createListingLimit = (pool: pg.Pool): AccountLimit => createAccountLimit(pool, listingLimit)
