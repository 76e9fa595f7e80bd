import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import {
  type StoryLayout,
  storyLayouts,
  storyPath,
  storyPhotoOf,
} from '../../../shared/sharing/story-card.ts'
import { QueryScope } from '../../api/query-client.tsx'
import { useApi } from '../../api/use-api.ts'
import { saveFile } from '../../browser/save-file.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Spinner } from '../../ui/feedback/loading.tsx'
import { prepareToasts, toast } from '../../ui/feedback/toast.ts'

type StoryDialogProps = { shortLinkId: string; onClose: () => void }

/**
 * A product as a picture for the phone apps' stories (docs/product/story-cards.md#where-it-is-offered). Load it lazily.
 */
export const StoryDialog = (props: StoryDialogProps) => (
  <QueryScope>
    <Story {...props} />
  </QueryScope>
)

function Story({ shortLinkId, onClose }: StoryDialogProps) {
  const api = useApi()
  const { data: product } = useQuery({
    queryKey: ['product', shortLinkId, 'story'],
    queryFn: () => api('GET /api/v1/products/:ref', { params: { ref: shortLinkId } }),
  })
  const photo = product ? storyPhotoOf(product) : null
  const layouts = photo ? storyLayouts : storyLayouts.filter((layout) => layout !== 'photo')
  const [chosen, choose] = useState<StoryLayout | null>(null)
  const layout = chosen ?? layouts[0] ?? 'paper'
  useEffect(prepareToasts, [])
  return (
    <Dialog open onClose={onClose} title="Story card">
      <p className="-mt-3 text-small text-ink-2">
        Your words and a code that leads here. Ready for Instagram, TikTok and WhatsApp.
      </p>
      <div className="stack justify-items-center gap-5 sm:grid-cols-[auto_1fr] sm:items-start">
        {product ? (
          <Picture key={layout} shortLinkId={shortLinkId} layout={layout} version={product.owner?.version}>
            <Layouts layouts={layouts} photo={photo} value={layout} onChange={choose} />
          </Picture>
        ) : (
          <Frame />
        )}
      </div>
    </Dialog>
  )
}

type FrameProps = { src?: string | undefined }

/** The picture in its shape, which has the same room while it is drawn. */
const Frame = ({ src }: FrameProps) => (
  <div className="grid aspect-9/16 w-54 place-items-center overflow-hidden rounded-lg bg-sunken shadow-card ring-1 ring-line">
    {src ? (
      <img src={src} alt="The story card" width={1080} height={1920} className="size-full" />
    ) : (
      <Spinner label="Drawing the story card" />
    )}
  </div>
)

type PictureProps = {
  shortLinkId: string
  layout: StoryLayout
  /** The product's version: another one may be another picture. */
  version: number | undefined
  children: ReactNode
}

function Picture({ shortLinkId, layout, version, children }: PictureProps) {
  const name = `${shortLinkId}-story.png`
  const {
    data: file,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['story', shortLinkId, layout, version],
    queryFn: async () => {
      const answer = await fetch(`${storyPath(shortLinkId, layout)}?of=${version ?? ''}`)
      if (!answer.ok) throw new Error(`The story card was answered with ${answer.status}`)
      return new File([await answer.blob()], name, { type: 'image/png' })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const src = useObjectUrl(file)
  const shared = file && { files: [file] }
  const canShare = shared && 'share' in navigator && navigator.canShare?.(shared)

  async function share() {
    try {
      await navigator.share(shared)
    } catch (error) {
      // Closing the system's sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) void toast.error('Failed to share')
    }
  }

  return (
    <>
      <Frame src={src} />
      <div className="stack w-full gap-5">
        {children}
        {isError ? (
          <div role="alert" className="stack gap-3 text-small">
            The story card could not be drawn.
            <Button onClick={() => void refetch()}>Retry</Button>
          </div>
        ) : (
          <div className="stack gap-2">
            {canShare && (
              <Button variant="primary" size="lg" block onClick={() => void share()}>
                <Icon name="share" />
                Share
              </Button>
            )}
            <Button
              variant={canShare ? 'quiet' : 'primary'}
              block
              blocked={!file}
              onClick={() => file && saveFile(name, file, file.type)}
            >
              Save picture
            </Button>
            <p className="text-caption text-ink-3">1080 × 1920, PNG</p>
          </div>
        )}
      </div>
    </>
  )
}

/** The address of a file in this tab, as long as it is shown. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

const names: Record<StoryLayout, string> = {
  photo: 'Photo and words',
  paper: 'Words on paper',
  ink: 'Words on ink',
}

type LayoutsProps = {
  layouts: readonly StoryLayout[]
  photo: string | null
  value: StoryLayout
  onChange: (layout: StoryLayout) => void
}

/** The layouts, each as a small drawing of itself. */
const Layouts = ({ layouts, photo, value, onChange }: LayoutsProps) => (
  <fieldset>
    <legend className="mb-2 text-small font-semibold">Layout</legend>
    <div className="flex gap-3">
      {layouts.map((layout) => (
        <label
          key={layout}
          className={clsx(
            'relative block h-27 w-15 cursor-pointer overflow-hidden rounded-md outline-2 outline-offset-2 ring-1 ring-line-strong',
            layout === 'ink' ? 'bg-[#1f1b16] text-[#fbf9f6]' : 'bg-[#fbf9f6] text-[#1f1b16]',
            layout === value ? 'outline-ink' : 'outline-transparent',
            'has-focus-visible:ring-2 has-focus-visible:ring-ink',
          )}
        >
          <input
            type="radio"
            name="story-layout"
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            checked={layout === value}
            onChange={() => onChange(layout)}
          />
          <span className="sr-only">{names[layout]}</span>
          <span aria-hidden className="grid size-full content-end gap-1 p-2 pb-4">
            {layout === 'photo' && photo ? (
              <img src={photo} alt="" className="absolute inset-x-0 top-0 h-15 w-full object-cover" />
            ) : (
              <span className="font-display text-title leading-4 text-accent">“</span>
            )}
            <i className="block h-0.5 rounded-full bg-current opacity-60" />
            <i className="block h-0.5 rounded-full bg-current opacity-60" />
            <i className="block h-0.5 w-3/5 rounded-full bg-current opacity-60" />
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)
