import { useRef } from 'react'
import { fullName } from '../../../shared/full-name.ts'
import { PictureInput } from '../../picture/picture-input.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Button } from '../../ui/button.tsx'
import { UploadingVeil } from '../../upload/uploading-veil.tsx'
import type { usePhoto } from '../use-photo.ts'
import type { Me } from './profile-draft.ts'

type ProfilePhotoProps = { me: Me; photo: ReturnType<typeof usePhoto> }

/** The person's picture and what can be done with it (spec section 2, /profile). */
export function ProfilePhoto({ me, photo }: ProfilePhotoProps) {
  const { step } = photo
  const input = useRef<HTMLInputElement>(null)
  const changeButton = useRef<HTMLButtonElement>(null)
  const isUploading = step.name === 'uploading'

  async function remove() {
    await photo.remove()
    // The button that was pressed may be gone.
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
            <Icon name="camera" size={16} />
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
        <step.Dialog
          picture={step.picture}
          onCancel={photo.cancel}
          onApply={(cropped) => void photo.upload(cropped)}
        />
      )}
    </div>
  )
}
