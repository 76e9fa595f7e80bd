import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery.tsx'
import '../styles/app.css'
import './gallery.css'

// The address says which theme this frame shows; without one, this is the page with all four frames.
const theme = new URLSearchParams(window.location.search).get('theme')
const root = document.createElement('div')
document.body.append(root)

const looks = [390, 1280].flatMap((width) => ['light', 'dark'].map((look) => ({ width, look })))

/** The parts in four frames: a phone and a computer, light and dark. */
const Frames = () => (
  <div className="gallery-frames">
    {looks.map(({ width, look }) => (
      <iframe
        key={`${width} ${look}`}
        title={`${look}, ${width} pixels wide`}
        src={`?theme=${look}`}
        width={width}
        height={844}
      />
    ))}
  </div>
)

/** Linked rows need a router, which here leads nowhere. */
const router = createRouter({
  routeTree: createRootRoute({ component: Gallery }),
  history: createMemoryHistory(),
})

if (theme) document.documentElement.dataset.theme = theme
createRoot(root).render(theme ? <RouterProvider router={router} /> : <Frames />)
