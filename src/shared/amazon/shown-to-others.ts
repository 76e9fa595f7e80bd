import { publicTitle, type Titled } from '../product.ts'
import { isSampleDescription, isSampleTitle, withoutSampleTags } from './sample.ts'

type Details = Titled & {
  description: string | null
  image_url: string | null
  image_source: string | null
}

/**
 * What others see of a product’s details, field by field: of a sample’s nothing, until its owner has written or chosen
 * that field (decision 54). Answers, the owner’s notices and the add dialog all ask here.
 */
export const shownToOthers = <Product extends Details>(
  product: Product,
): Pick<Product, 'title' | 'description' | 'image_url' | 'image_source'> => {
  const { title, description, image_url, image_source } = product
  const isOwnTitle = publicTitle(product) === title
  const isSampleText = !isOwnTitle && description !== null && isSampleDescription(description)
  return {
    title: isOwnTitle ? title : '',
    description: isSampleText ? null : description,
    ...(image_source === 'sample' ? { image_url: null, image_source: null } : { image_url, image_source }),
  }
}

/**
 * The words that are stored of an item of which Amazon returned nothing: a sample’s description beside a title of one’s
 * own is dropped.
 */
export const wordsWithoutAmazon = (words: { title: string; description: string | null }) => {
  const isSample = isSampleTitle(words.title)
  const { description } = words
  const isLeftOver = !isSample && description !== null && isSampleDescription(description)
  return {
    title: words.title,
    description: isLeftOver ? null : description,
    metadata_source: isSample ? ('sample' as const) : ('owner' as const),
  }
}

type Draft = { title: string; description: string; tags: string[]; image_url: string | null }

/** What others will see of an item of which Amazon returned nothing, where it is posted as it stands. */
export const draftShownToOthers = (draft: Draft, { samplePicture }: { samplePicture: string | null }) => {
  const { description, image_url } = draft
  const words = wordsWithoutAmazon({ title: draft.title.trim(), description: description.trim() || null })
  const image_source = image_url === samplePicture ? 'sample' : 'owner'
  return { ...shownToOthers({ ...words, image_url, image_source }), tags: withoutSampleTags(draft.tags) }
}

type Parts = {
  title: string
  image_url: string | null
  description: string | null
  tags?: readonly string[] | null
}

/** The names of what `own` has and `shown` to others lacks, in the order of the page. */
export function partsForOwnerAlone(own: Parts, shown: Parts): string[] {
  const lacking: [name: string, isLacking: boolean][] = [
    ['title', own.title !== '' && shown.title === ''],
    ['picture', own.image_url !== null && shown.image_url === null],
    ['description', Boolean(own.description) && !shown.description],
    ['tags', (shown.tags?.length ?? 0) < (own.tags?.length ?? 0)],
  ]
  return lacking.flatMap(([name, isLacking]) => (isLacking ? [name] : []))
}
