import { Buttons } from './buttons.tsx'
import { Dialogs } from './dialogs.tsx'
import { Forms } from './forms.tsx'
import { Messages } from './messages.tsx'
import { Words } from './words.tsx'

/** Every part of `web/ui` in all its states, as `npm run dev` shows at /dev/gallery and the visual tests check. */
export const Gallery = () => (
  <main id="main" className="stack gap-10 px-gutter py-6">
    <h1 className="t-title">Parts of the ui</h1>
    <Buttons />
    <Words />
    <Forms />
    <Messages />
    <Dialogs />
  </main>
)
