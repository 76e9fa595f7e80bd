import type { AnswerOf } from '../client.ts'
import { ProductImage } from '../product/look/image.tsx'

type TilePicturesProps = { pictures: AnswerOf<'GET /api/v1/me/categories'>['items'][number]['pictures'] }

/** The category's newest three pictures, the newest twice as wide; a single one fills the tile. */
export function TilePictures({ pictures }: TilePicturesProps) {
  return (
    <span className="grid aspect-4/3 grid-cols-[2fr_1fr] grid-rows-2 gap-px overflow-hidden rounded-lg bg-line shadow-card ring-1 ring-line">
      {pictures.map(({ image_url, image_source }, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a picture is known by its place alone
          key={place}
          className="relative first:row-span-2 last:nth-2:row-span-2 only:col-span-2"
        >
          <ProductImage shape="fill" src={image_url} source={image_source === 'amazon' ? 'amazon' : 'own'} />
        </span>
      ))}
    </span>
  )
}
