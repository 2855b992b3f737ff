import { useTexts } from '@maru/client/i18n/texts'
import { isMasked } from '@maru/client/live/reconnect'
import { useLink } from './live.ts'
import { liveTexts } from './texts.ts'
import './reconnect-mask.css'

/** Covers the page while a lost connection is being won back: nothing can be pressed, the last data stays in sight. */
export function ReconnectMask() {
  const masked = useLink(({ link, reloading }) => reloading || isMasked(link))
  const t = useTexts(liveTexts)
  return (
    <div role="alert" className={masked ? 'mask' : 'sr'}>
      {masked && (
        <div className="mask-box">
          <span className="mask-bar" aria-hidden="true" />
          {t('reconnecting')}
        </div>
      )}
    </div>
  )
}
