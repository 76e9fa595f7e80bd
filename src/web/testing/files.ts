/** Chooses the file in the page's only file input, as the system's file chooser does. */
export function chooseFile(file: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file chooser')
  const chosen = new DataTransfer()
  chosen.items.add(file)
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A picture file to choose, wider than high. */
export async function photo(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 })
  canvas.getContext('2d')?.fillRect(0, 0, 450, 600)
  return pictureFile(canvas, { name: 'mine.png', type: 'image/png' })
}

/** What was drawn, as a file of the type `image/png` or `image/jpeg`. */
export const pictureFile = (
  canvas: HTMLCanvasElement,
  { name, type }: { name: string; type: string },
): Promise<File> =>
  new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(new File(blob ? [blob] : [], name, { type })), type),
  )

/**
 * Has pictures encoded at once. Chromium waits until the page is idle, at most a second for each picture, which beside
 * other tests is a second.
 */
export function encodeAtOnce(): void {
  HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
    const encoded = fetch(this.toDataURL(type, quality))
    void encoded.then((response) => response.blob()).then(done)
  }
}
