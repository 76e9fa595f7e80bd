import { isSampleDescription, isSampleTitle } from '../shared/amazon/sample.ts'
import { hasSampleWords } from './products/rules.ts'

/** What an edit may change of a product itself. */
export type Details = {
  title: string
  description: string | null
  user_comment: string | null
  tags: string[] | null
  image_url: string | null
  image_source: string | null
  metadata_source: string
}

/** The words of an edit; what is undefined stays. */
export type Words = { [Key in 'title' | 'description' | 'user_comment' | 'tags']?: Details[Key] | undefined }

export type Picture = { image_url: string | null; image_source: 'amazon' | 'owner' | null }

/**
 * The picture that an edit asks for by `sent`: undefined where the present one stays, null where it asks for one that
 * it may not have. It may have none, Amazon's as the server itself read it, or an `uploaded` one of the owner's own:
 * an address made up by a client is never shown to others.
 */
export function chosenPicture(
  sent: string | null | undefined,
  { present, uploaded, amazons }: Record<'present' | 'uploaded' | 'amazons', string | null | undefined>,
): Picture | null | undefined {
  if (sent === undefined || sent === present || (uploaded && uploaded === present)) return undefined
  if (sent === null) return { image_url: null, image_source: null }
  if (uploaded) return { image_url: uploaded, image_source: 'owner' }
  return sent === amazons ? { image_url: sent, image_source: 'amazon' } : null
}

/**
 * What an edit changes of a product's details; nothing where all stays as it is. A rewritten title or picture makes
 * the source the owner's, and a sample description that stays beside an own title is dropped, as in posting
 * (decisions: Items). No tags are null.
 */
export function changedDetails(before: Details, words: Words, picture?: Picture): Partial<Details> {
  const { title = before.title, description = before.description } = words
  const { tags = before.tags, user_comment = before.user_comment } = words
  const isOwn = title !== before.title || (picture !== undefined && picture.image_source !== 'amazon')
  const after: Details = {
    ...before,
    ...picture,
    title,
    description: isLeftOver(before, { title, description }) ? null : description,
    user_comment,
    tags: tags?.length ? tags : null,
    metadata_source: isOwn ? 'owner' : before.metadata_source,
  }
  return difference(before, after)
}

const isLeftOver = (before: Details, { title, description }: Pick<Details, 'title' | 'description'>) =>
  hasSampleWords(before) && !isSampleTitle(title) && !!description && isSampleDescription(description)

function difference(before: Details, after: Details): Partial<Details> {
  const changed = (Object.keys(after) as (keyof Details)[]).filter(
    (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
  )
  return Object.fromEntries(changed.map((key) => [key, after[key]]))
}
