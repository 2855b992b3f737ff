import { useTexts } from '@maru/client/i18n/texts'
import { copyText } from '@maru/client/page/copy-text'
import type { PartnerDetail } from '@maru/contract'
import { Button, Icon } from '@maru/ui'
import { QrCode } from '@maru/ui/qr-code'
import { useState } from 'react'
import { LinkSheet } from './link-sheet.tsx'
import { shareLink } from './share.ts'
import { partnerTexts } from './texts.ts'
import { levelKeys } from './words.ts'

/** The code with which members sign up: to read, to copy, to share, and for a camera. */
export function LinkCard({ partner }: { partner: PartnerDetail }) {
  const t = useTexts(partnerTexts)
  const [isLarge, setLarge] = useState(false)
  const link = `${location.origin}${partner.link}`
  return (
    <section className="ptn-c">
      <button type="button" aria-label={t('openQr')} aria-haspopup="dialog" onClick={() => setLarge(true)}>
        <QrCode text={link} label={t('qr')} />
      </button>
      <div>
        <small>{t('myCode', { level: t(levelKeys[partner.level - 1] ?? 'level4') })}</small>
        <h2 translate="no">{partner.code}</h2>
        <small className="ptn-u" translate="no">
          {link.replace(/^https?:\/\//, '')}
        </small>
        <div className="ptn-a">
          <Button size={36} onClick={() => void copyText(link, t('copied'), t('copyFailed'))}>
            <Icon name="copy" small />
            {t('copyLink')}
          </Button>
          {typeof navigator.share === 'function' && (
            <Button size={36} onClick={() => void shareLink(link)}>
              <Icon name="upload" small />
              {t('share')}
            </Button>
          )}
        </div>
      </div>
      <LinkSheet open={isLarge} onClose={() => setLarge(false)} code={partner.code} link={link} />
    </section>
  )
}
