import { useRef } from 'react'
import { fullName } from '../../shared/full-name.ts'
import type { Me } from '../account/profile/profile-fields.ts'
import { usePhoto } from '../account/profile/profile-photo.tsx'
import { PictureInput, UploadingVeil } from '../picture/picture-input.tsx'
import { CropDialog } from '../picture/use-picture.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button/button.tsx'
import { Step } from './step.tsx'

type PhotoStepProps = { me: Me; isNext: boolean }

/** The step about the person's photo: chosen, cropped and uploaded in place (docs/product/profile.md#photo). */
export function PhotoStep({ me, isNext }: PhotoStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const { step, choose, cancel, upload } = usePhoto(me)
  const isDone = me.avatar_url !== null
  return (
    <Step
      number={2}
      title="Your photo"
      note="So people know you"
      isDone={isDone}
      isNext={isNext}
      action={
        !isDone && (
          <>
            {step.name === 'uploading' && (
              <span className="relative">
                <Avatar name={fullName(me)} src={step.preview} size={36} />
                <UploadingVeil shape="round" />
              </span>
            )}
            <Button
              size="sm"
              busy={step.name === 'opening'}
              blocked={step.name !== 'idle'}
              onClick={() => step.name === 'idle' && input.current?.click()}
            >
              Add<span className="sr-only"> a photo</span>
            </Button>
            <PictureInput input={input} onChoose={(file) => void choose(file)} />
            {step.name === 'cropping' && (
              <CropDialog
                picture={step.picture}
                onCancel={cancel}
                onApply={(cropped) => void upload(cropped)}
              />
            )}
          </>
        )
      }
    />
  )
}
