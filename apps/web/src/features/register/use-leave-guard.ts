import { useTexts } from '@maru/client/i18n/texts'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { askConfirm } from '../../shell/alert.tsx'
import { registerTexts } from './texts.ts'

/**
 * Leaving a form that holds something asks first: links and buttons of the page by `leave`, the browser's back by an
 * entry of the history that stands for the question, and closing the page by the browser itself.
 */
export function useLeaveGuard(isDirty: () => boolean) {
  const t = useTexts(registerTexts)
  const navigate = useNavigate()
  const asking = useRef(false)
  const ask = async () => {
    if (asking.current) return false
    asking.current = true
    const leaves = await askConfirm(t('leaveAsk'), t('leaveYes'), t('leaveNo'), 'no')
    asking.current = false
    return leaves
  }
  const latestAsk = useRef(ask)
  latestAsk.current = ask

  useEffect(() => {
    const arm = () => history.pushState({ ...history.state, leaveGuard: true }, '')
    let armed = false
    const armWhenDirty = () => {
      if (armed || !isDirty()) return
      armed = true
      arm()
    }
    const onBack = () => {
      if (!armed || !isDirty()) return
      void latestAsk.current().then((leaves) => {
        if (leaves) history.back()
        else arm()
      })
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    document.addEventListener('input', armWhenDirty)
    addEventListener('popstate', onBack)
    addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('input', armWhenDirty)
      removeEventListener('popstate', onBack)
      removeEventListener('beforeunload', onUnload)
    }
  }, [isDirty])

  /** Goes to a page, after the question if the form holds something. */
  return async (path: string) => {
    if (!isDirty() || (await ask())) await navigate(path)
  }
}
