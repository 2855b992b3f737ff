import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?first'
import '@maru/ui/styles.css'
import './app/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { queryClient } from './api/query-client.ts'
import { AppRoutes } from './app/router.tsx'
import { registerServiceWorker } from './app/service-worker.ts'
import { startApp } from './app/start-app.ts'
import { followAppearance } from './settings/appearance.ts'
import { loadFonts, loadRareFonts } from './shell/fonts.ts'
import { followScroll } from './shell/scrolled.ts'

declare global {
  /** Resolves when the outline of the page stands on the screen; see index.html. */
  var outlineShown: Promise<unknown>
}

/** A page that says nothing of its own within this time does not wait longer for its syllables. */
const fontsAtLatestMs = 1_000

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

followAppearance()
followScroll()
void startApp()
loadRareFonts()
setTimeout(loadFonts, fontsAtLatestMs)
registerServiceWorker()
// In slices: a phone that is slow shows the outline of the page, and answers, until the first one is there.
const render = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
void outlineShown.then(render)
