import { useRef, useState } from 'react'
import { offlineMessage } from '../../browser/connection.ts'
import { CameraIcon } from '../../picture/camera-icon.tsx'
import { PictureInput, UploadingVeil } from '../../picture/picture-input.tsx'
import { imageProblem, refusalOf, storePicture } from '../../picture/store-picture.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { ProfileData } from '../profile/load-profile.ts'
import { Cover, coverClass } from '../storefront/storefront-head.tsx'
import { type HeadChange, sayDone } from './changes.ts'
import { CoverCrop } from './cover-crop.tsx'

type CoverEditorProps = { profile: ProfileData; onSave: (change: HeadChange) => Promise<boolean> }

const problems = {
  not_an_image: 'Please select an image file',
  too_large: 'Please select an image smaller than 5MB',
}

/** The cover with its buttons. A replaced picture is gone from the server, so Undo sends it again. */
export function CoverEditor({ profile, onSave }: CoverEditorProps) {
  const { id, cover_url: shown } = profile
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function choose(file: File) {
    const problem = imageProblem(file)
    if (problem) return void toast.error('Upload failed', { description: problems[problem] })
    setBusy(true)
    try {
      const { openPicture } = await import('../../picture/open-picture.ts')
      setPicture(await openPicture(file))
    } catch {
      void toast.error('Upload failed', { description: 'This picture could not be read.' })
    } finally {
      setBusy(false)
    }
  }

  function close() {
    picture?.close()
    setPicture(null)
  }

  /** Shows another cover, or none; resolves to whether it is shown. */
  async function show(cover: Blob | null): Promise<boolean> {
    setBusy(true)
    try {
      const address = cover && (await storePicture(`${id}-${Date.now()}.jpg`, cover))
      return await onSave({ cover_url: address })
    } catch (error) {
      void toast.error('Upload failed', { description: refusalOf(error) ?? offlineMessage })
      return false
    } finally {
      setBusy(false)
    }
  }

  async function change(cover: Blob | null, said: string) {
    close()
    const before =
      shown &&
      (await fetch(shown)
        .then((answer) => (answer.ok ? answer.blob() : null))
        .catch(() => null))
    if (await show(cover)) sayDone(said, () => void show(before || null))
  }

  return (
    <>
      <span className="relative block">
        {shown ? (
          <Cover src={shown} />
        ) : (
          <span className={coverClass}>
            <span className="absolute inset-0 lg:rounded-[20px] lg:border-2 lg:border-dashed lg:border-line-strong" />
          </span>
        )}
        {isBusy && <UploadingVeil shape="square" />}
        <span className="absolute end-0 bottom-3 flex gap-2 max-lg:top-3 max-lg:bottom-auto lg:end-4">
          <Button size="sm" blocked={isBusy} onClick={() => !isBusy && input.current?.click()}>
            <CameraIcon />
            {shown ? 'Change cover' : 'Add a cover'}
          </Button>
          {shown && (
            <Button size="sm" blocked={isBusy} onClick={() => !isBusy && void change(null, 'Cover removed')}>
              Remove<span className="sr-only"> cover</span>
            </Button>
          )}
        </span>
      </span>
      <PictureInput input={input} onChoose={(file) => void choose(file)} />
      {picture && (
        <CoverCrop
          picture={picture}
          onCancel={close}
          onApply={(cover) => void change(cover, 'Cover changed')}
        />
      )}
    </>
  )
}
