import { emptyFields, type Fields } from '../../item/form/fields.ts'

type Organization = Pick<Fields, 'organization' | 'category_id'>

const keyOf = (userId: string) => `folio.organization.${userId}`

/** Where this person sent their last item from this browser; the Inbox before the first. */
export function lastOrganization(userId: string): Organization {
  return readOrganization(stored(userId))
}

/** The choice in a stored text, else the Inbox: what is stored may be of another version, or anyone's. */
export function readOrganization(text: string | null): Organization {
  const { organization, category_id } = emptyFields
  try {
    const found = JSON.parse(text ?? '')
    if (found?.organization === 'category' && typeof found.category_id === 'string')
      return { organization: 'category', category_id: found.category_id }
  } catch {
    // Nothing was stored yet.
  }
  return { organization, category_id }
}

/** Keeps the choice for this person's next item. */
export function keepOrganization(userId: string, { organization, category_id }: Organization): void {
  try {
    window.localStorage.setItem(keyOf(userId), JSON.stringify({ organization, category_id }))
  } catch {
    // Storage may be refused; the next item starts with the Inbox.
  }
}

function stored(userId: string): string | null {
  try {
    return window.localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}
