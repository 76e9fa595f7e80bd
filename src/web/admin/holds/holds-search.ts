import { marketplaceCodes } from '../../../shared/amazon/marketplace-codes.ts'
import { month, oneOf, searchOf } from '../../app/search-of.ts'

/** The search of the address: which holds are listed. */
export const holdsSearch = searchOf({
  state: oneOf('ended'),
  month,
  marketplace: oneOf<string>(...marketplaceCodes),
})
