import { useRef } from 'react'
import { fullName } from '../../../shared/full-name.ts'
import type { Api } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { CameraIcon } from '../../picture/camera-icon.tsx'
import { PictureInput, UploadingVeil } from '../../picture/picture-input.tsx'
import { CropDialog, type PictureStep, usePicture } from '../../picture/use-picture.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { Me } from './profile-fields.ts'
import { useCacheProfile } from './use-profile-form.ts'

type ProfilePhotoProps = { me: Me; photo: ReturnType<typeof usePhoto> }

/** The person's picture with its buttons (docs/product/profile.md#photo). */
export function ProfilePhoto({ me, photo }: ProfilePhotoProps) {
  const { step } = photo
  const input = useRef<HTMLInputElement>(null)
  const changeButton = useRef<HTMLButtonElement>(null)
  const isUploading = step.name === 'uploading'

  async function remove() {
    await photo.remove()
    // The pressed button may no longer exist.
    changeButton.current?.focus()
  }

  return (
    <div className="flex items-center gap-4">
      <div className="relative shrink-0">
        <Avatar name={fullName(me)} src={isUploading ? step.preview : me.avatar_url} size={80} />
        {isUploading && <UploadingVeil shape="round" />}
      </div>
      <div className="stack gap-2">
        <div className="flex flex-wrap gap-2">
          <Button
            ref={changeButton}
            size="sm"
            aria-describedby="photo-hint"
            busy={step.name === 'opening'}
            blocked={step.name !== 'idle'}
            onClick={() => step.name === 'idle' && input.current?.click()}
          >
            <CameraIcon />
            Change photo
          </Button>
          {me.avatar_url && (
            <Button
              size="sm"
              variant="ghost"
              busy={step.name === 'removing'}
              blocked={step.name !== 'idle'}
              onClick={() => step.name === 'idle' && void remove()}
            >
              Remove<span className="sr-only"> photo</span>
            </Button>
          )}
        </div>
        <p id="photo-hint" className="text-caption text-ink-3">
          An image under 5MB
        </p>
      </div>
      <PictureInput input={input} onChoose={(file) => void photo.choose(file)} />
      {step.name === 'cropping' && (
        <CropDialog
          picture={step.picture}
          onCancel={photo.cancel}
          onApply={(cropped) => void photo.upload(cropped)}
        />
      )}
    </div>
  )
}

/** The state of the person's picture. */
type PhotoStep = PictureStep | { name: 'removing' }

const refusals = {
  not_an_image: { title: 'Invalid file type', description: 'Please select an image file' },
  too_large: { title: 'File too large', description: 'Please select an image smaller than 5MB' },
}

/** The person's picture: choosing, cropping, uploading, removing. After a failure the old picture stays. */
export function usePhoto(me: Me) {
  const api = useApi()
  const keep = useCacheProfile()
  /** The picture is saved at once, separately from the form. */
  const replaceBy = async (send: Api, address: string | null) =>
    keep(await send('PATCH /api/v1/me', { body: { avatar_url: address } }))
  const picture = usePicture({
    pathOf: () => `${me.id}-${Date.now()}.jpg`,
    refusals,
    onStored: async (address) => {
      await replaceBy(api, address)
      void toast.success('Avatar updated!')
    },
    failed: 'Failed to upload avatar. Please try again.',
  })

  const removal = useAct({
    send: (api) => replaceBy(api, null),
    done: 'Avatar removed',
    failed: { title: 'Error', description: 'Failed to remove avatar. Please try again.' },
  })

  const step: PhotoStep = removal.isBusy ? { name: 'removing' } : picture.step
  return { ...picture, step, remove: removal.run }
}
