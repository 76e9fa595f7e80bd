import type { ComponentProps, ComponentType } from 'react'
import type { CropDialog } from '../picture/crop-dialog.tsx'
import { offlineMessage } from '../session/offline.ts'

/** An opened picture, and the dialog to crop it in. */
export type Cropping = { picture: ImageBitmap; Dialog: ComponentType<ComponentProps<typeof CropDialog>> }

/** Opens a chosen file for cropping. Rejects with an error whose message says to a person why it cannot be. */
export async function openForCropping(file: File): Promise<Cropping> {
  // Both are loaded when the first picture is chosen, which may be without a network.
  const [{ openPicture }, { CropDialog }] = await Promise.all([
    import('../picture/open-picture.ts'),
    import('../picture/crop-dialog.tsx'),
  ]).catch(() => {
    throw new Error(offlineMessage)
  })
  const picture = await openPicture(file).catch(() => {
    throw new Error('This picture could not be read. Please choose another one, such as a JPEG or PNG.')
  })
  return { picture, Dialog: CropDialog }
}
