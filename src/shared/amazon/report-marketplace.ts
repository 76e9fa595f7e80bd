import { currencies, currencyCodes } from './currencies.ts'
import { isMarketplace, type Marketplace, marketplaceCodes, marketplaces } from './marketplaces.ts'

/** The ends of associate tags: which marketplaces give them. */
const tagEnds: Record<string, Marketplace[]> = {
  20: ['us', 'ca', 'mx', 'br'],
  21: ['uk', 'de', 'fr', 'it', 'es', 'nl', 'pl', 'se', 'be', 'ie', 'tr', 'ae', 'sa', 'eg', 'in', 'za'],
  22: ['jp', 'au', 'sg'],
}

/** How much of a report is looked at for what it shows. */
export const shownLength = 65_536

/**
 * The marketplaces that the beginning of a report shows it may be of: by Amazon as the seller, where one shop alone is
 * named; else by the ends of tracking ids and signs of currencies. Empty where it shows nothing.
 */
export function marketplacesShown(report: string): Marketplace[] {
  const cells = new Set(report.slice(0, shownLength).split(/[,;\t\r\n"]+/))
  const sellers = marketplaceCodes.filter((code) => hasSeller(cells, marketplaces[code].domain))
  if (sellers.length === 1) return sellers
  const ends = new Set([...cells].flatMap((cell) => tag.exec(cell.trim())?.[1] ?? []))
  const byTag = ends.size === 1 ? [...ends].flatMap((end) => tagEnds[end] ?? []) : null
  const byCurrency = byCurrencyOf(report.slice(0, shownLength))
  const shown = (byTag ?? byCurrency ?? []).filter((code) => byCurrency?.includes(code) ?? true)
  return shown.filter(isMarketplace)
}

/** A tag has a letter, so that days and order ids are none. */
const tag = /^(?=.*[a-z])[\w-]+-(\d{2})$/i

const hasSeller = (cells: Set<string>, domain: string) =>
  [...cells].some((cell) => cell.trim().toLowerCase() === domain)

/** The marketplaces whose currency has a sign that is in the text and in no other: letters and $ are in many. */
function byCurrencyOf(text: string): Marketplace[] | null {
  const found = currencyCodes.filter((code) =>
    currencies[code].signs.some((sign) => /^[^\w$. ]+$/.test(sign) && text.includes(sign)),
  )
  return found.length === 0
    ? null
    : marketplaceCodes.filter((code) => found.includes(marketplaces[code].currency))
}
