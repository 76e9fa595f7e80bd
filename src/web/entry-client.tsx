import './styles/app.css'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createHttpApi } from './api/client.ts'
import { accessToken, noticingRefusals } from './api/session-calls.ts'
import { loadAhead } from './app/load-ahead.ts'
import { keepTyped } from './boot/hydration.ts'
import { hearLostParts } from './browser/lost-parts.ts'
import { keeping } from './offline/keeping.ts'
import { createAppRouter } from './router.tsx'

/** What the server wrote into the head of each page. */
const metaContent = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

const router = createAppRouter({
  api: keeping(noticingRefusals(createHttpApi(accessToken))),
  appName: metaContent('application-name'),
  siteUrl: window.location.origin,
  providers: metaContent('providers').split(' '),
  passwordMinLength: Number(metaContent('password-min-length')),
  shortHosts: metaContent('short-hosts').split(' ').filter(Boolean),
  opensOffline: !metaContent('offline'),
})

// The server does not say when it loaded the page's data: the data counts as loaded when it arrives (entry-server.tsx).
for (const match of window.$_TSR?.router?.matches ?? []) match.u = Date.now()

hearLostParts()
keepTyped()
// The service worker's empty page has nothing to hydrate.
if (metaContent('shell'))
  void import('./offline/start-shell.tsx').then(({ startShell }) => startShell(router))
else
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )

// A failure is ignored: what could not be loaded ahead is loaded when it is needed.
loadAhead(router).catch(() => {})
