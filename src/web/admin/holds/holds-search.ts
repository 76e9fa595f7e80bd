import { isMarketplace } from '../../../shared/amazon/marketplaces.ts'

/** The search of the address: which holds are listed. */
export type HoldsSearch = {
  state?: 'ended' | undefined
  month?: string | undefined
  marketplace?: string | undefined
}

/** Reads the search of an address; unknown or invalid values are left out. */
export const readHoldsSearch = ({ state, month, marketplace }: Record<string, unknown>): HoldsSearch => ({
  ...(state === 'ended' && { state }),
  ...(/^\d{4}-(0[1-9]|1[0-2])$/.test(String(month)) && { month: String(month) }),
  ...(isMarketplace(String(marketplace)) && { marketplace: String(marketplace) }),
})
