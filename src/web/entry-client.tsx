import './styles/app.css'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createHttpApi } from './client.ts'
import { createAppRouter } from './router.tsx'
import { accessToken } from './session/access-token.ts'
import { noticingRefusals } from './session/refusals.ts'

const router = createAppRouter({
  api: noticingRefusals(createHttpApi(accessToken)),
  appName: document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Folio',
  siteUrl: window.location.origin,
})

hydrateRoot(
  document,
  <StrictMode>
    <RouterClient router={router} />
  </StrictMode>,
)
