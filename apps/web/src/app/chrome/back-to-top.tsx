import { useTexts } from '@maru/client/i18n/texts'
import { Icon } from '@maru/ui'
import { useSyncExternalStore } from 'react'
import { appTexts } from '../../shell/texts.ts'

const subscribe = (listener: () => void) => {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}

/** Leads back to the top of a long page, once that is out of sight. */
export function BackToTop() {
  const t = useTexts(appTexts)
  const isFar = useSyncExternalStore(subscribe, () => scrollY > innerHeight)
  if (!isFar) return null
  return (
    <button type="button" className="to-top" aria-label={t('toTop')} onClick={() => scrollTo(0, 0)}>
      <Icon name="up" />
    </button>
  )
}
