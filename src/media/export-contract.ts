import { z } from 'zod'

/** What an export tells of a person's pictures. */
export const exportedPictures = z.object({
  /** The addresses of all that are kept; also of those that nothing shows. */
  pictures: z.array(z.string()),
})
