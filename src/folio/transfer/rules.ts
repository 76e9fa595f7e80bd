import { createHash } from 'node:crypto'
import type { AccountLimitRules } from '../../shared/limit.ts'
import { productChanges } from '../contract.ts'
import { changedDetails, chosenPicture, type Details } from '../products/rules.ts'

/** A product of the caller's own, with the fields that a file may change. */
export type OwnItem = Details & {
  id: string
  amazon_url: string
  marketplace: string
  asin: string
  asin_is_made_up: boolean
  created_at: Date
  /** One at most, except in older data. */
  category_ids: string[]
}

/**
 * The items an account may add by files: somebody who moves a collection of 5,000 does it at once, and others see them
 * in the public feed spread over weeks (decision 44).
 */
export const importLimit: AccountLimitRules = {
  name: 'imported_items',
  rules: [{ within: 'day', proven: 20_000, unproven: 5_000 }],
  said: (items) => `imported ${items} items`,
  again: 'send the file again, which goes on where it stopped,',
}

type Link = Pick<OwnItem, 'amazon_url' | 'marketplace' | 'asin' | 'asin_is_made_up'>
type Given = Partial<Omit<Details, 'image_source' | 'metadata_source'>> & { category_id?: string | null }

type Verdict =
  | { kind: 'problem'; column: string; message: string }
  | {
      kind: 'read'
      /** All details after the change; null where they are equal already. */
      changed: OwnItem | null
      /** The file names a picture that is not allowed. */
      isPictureLeft: boolean
    }

/**
 * What a file changes of a product, by the rules of an edit (docs/product/edit-item.md#edit-dialog): absent columns
 * stay. `pictures` are Amazon's as the server knows it, and the owner's own one that the file names.
 */
export function readEdit(
  present: OwnItem,
  { link, given }: { link: Link; given: Given },
  {
    photos,
    ...pictures
  }: Record<'uploaded' | 'amazons', string | null | undefined> & {
    /** Those of the file's photos that are allowed; undefined where it names none. */
    photos?: string[] | undefined
  },
): Verdict {
  if (!isSameItem(present, link)) return { kind: 'problem', column: 'amazon_url', message: anotherItem }
  const picture = chosenPicture(given.image_url, { present: present.image_url, ...pictures })
  const details = changedDetails(present, given, { picture: picture ?? undefined, photos })
  // Checks only what changes: an item that was published without a title may stay so.
  const flaw = productChanges.safeParse(details).error?.issues[0]
  if (flaw) return { kind: 'problem', column: String(flaw.path[0]), message: flaw.message }
  const moved = given.category_id === undefined ? undefined : given.category_id ? [given.category_id] : []
  const isMoved = moved !== undefined && moved.join() !== present.category_ids.join()
  const isChanged = isMoved || Object.keys(details).length > 0
  return {
    kind: 'read',
    changed: isChanged ? { ...present, ...details, ...(isMoved && { category_ids: moved }) } : null,
    isPictureLeft: picture === null,
  }
}

const anotherItem = 'The link of an item cannot be changed. Empty id and short_link to add a new item.'

/** The address may be spelled differently; the item counts, and for a made-up one the address. */
const isSameItem = (a: Link, b: Link): boolean =>
  a.asin_is_made_up || b.asin_is_made_up
    ? a.amazon_url === b.amazon_url
    : a.marketplace === b.marketplace && a.asin === b.asin

/**
 * An item is the same whether a column is absent or empty. A field that came later is not named here and counts only
 * where it is given, so that the keys made before it still hold.
 */
const nothingGiven = {
  title: '',
  description: null,
  user_comment: null,
  image_url: null,
  tags: null,
  category_id: null,
} satisfies Given

/**
 * Gives each item of a file a key that is always the same for it, so that it makes one product however often the file
 * is sent. The key is made of the item's values and of how many equal items stand before it: an item that is in the
 * file twice makes two products.
 */
export function importKeys(): (item: { link: Link; given: Given; createdAt: unknown }) => string {
  const seen = new Map<string, number>()
  return ({ link, given, createdAt }) => {
    const named = Object.entries(given).filter(([name, value]) => name in nothingGiven || value !== null)
    const said = JSON.stringify({ link, createdAt, ...nothingGiven, ...Object.fromEntries(named) })
    const content = createHash('sha256').update(said).digest('base64url')
    const occurrence = (seen.get(content) ?? 0) + 1
    seen.set(content, occurrence)
    return `import:${content}:${occurrence}`
  }
}
