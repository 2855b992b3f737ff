import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { askConfirm } from '../../app/alert.tsx'
import { useTexts } from '../../i18n/texts.ts'
import { registerTexts } from './texts.ts'

/** Leaving a form that holds something asks first: in the page by an alert, out of it by the browser. */
export function useLeaveGuard(isDirty: () => boolean) {
  const t = useTexts(registerTexts)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return isDirty() && currentLocation.pathname !== nextLocation.pathname
  })
  const { state } = blocker
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each blocked navigation.
  useEffect(() => {
    if (state !== 'blocked') return
    void askConfirm(t('leaveAsk'), t('leaveYes'), t('leaveNo')).then((leaves) =>
      leaves ? blocker.proceed?.() : blocker.reset?.(),
    )
  }, [state])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
}
