import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?first'
import '@maru/ui/styles.css'
import '@maru/ui/code.css'
import './css/console.css'
import { surviveTranslation } from '@maru/client/page/translation'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { startLive } from './live/live.ts'
import { listenForKeys } from './parts/keys.ts'
import { followAppearance } from './session/appearance.ts'
import { watchIdle } from './session/idle.ts'
import { queryClient } from './session/query-client.ts'
import { startSession } from './session/session.ts'
import { loadErrorTranslation } from './session/words.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

surviveTranslation()
followAppearance()
startLive()
watchIdle()
listenForKeys()
void startSession()
void loadErrorTranslation()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter basename="/console">
        <App />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
// The rest of the syllables comes once the page stands.
addEventListener('load', () => {
  void import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?common')
  void import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?rest')
})
