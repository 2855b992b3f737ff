import { useTexts } from '@maru/client/i18n/texts'
import { Icon } from '@maru/ui'
import { useSyncExternalStore } from 'react'
import { appTexts } from '../shell/texts.ts'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that the device is offline while it is. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const t = useTexts(appTexts)
  return (
    <div role="status" className={online ? 'sr' : 'offline'}>
      {!online && (
        <>
          <Icon name="warn" small />
          {t('offline')}
        </>
      )}
    </div>
  )
}
