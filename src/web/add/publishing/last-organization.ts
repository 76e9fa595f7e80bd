import { inBrowser, parsed } from '../../browser/storage.ts'
import { emptyFields, type Fields } from '../../item/form/fields.ts'

type Organization = Pick<Fields, 'organization' | 'category_id'>

const keyOf = (userId: string) => `folio.organization.${userId}`

/** Where this person sent their last item from this browser; the Inbox before the first. */
export const lastOrganization = (userId: string): Organization =>
  readOrganization(inBrowser.read(keyOf(userId)))

/** The choice in a stored text; the Inbox where it is invalid, of another version or another person's. */
export function readOrganization(text: string | null): Organization {
  const { organization, category_id } = emptyFields
  const found = parsed(text) as Partial<Organization> | null
  return found?.organization === 'category' && typeof found.category_id === 'string'
    ? { organization: 'category', category_id: found.category_id }
    : { organization, category_id }
}

/** Stores the choice for this person's next item. */
export const storeOrganization = (userId: string, { organization, category_id }: Organization): void =>
  inBrowser.write(keyOf(userId), JSON.stringify({ organization, category_id }))
