import { useTexts } from '@maru/client/i18n/texts'
import { Icon } from '@maru/ui'
import { useScrolled } from '../../shell/scrolled.ts'
import { appTexts } from '../../shell/texts.ts'

/** Leads back to the top of a long page, once that is out of sight. */
export function BackToTop() {
  const t = useTexts(appTexts)
  const isFar = useScrolled((top, height) => top > height)
  if (!isFar) return null
  return (
    <button type="button" className="to-top" aria-label={t('toTop')} onClick={() => scrollTo(0, 0)}>
      <Icon name="up" />
    </button>
  )
}
