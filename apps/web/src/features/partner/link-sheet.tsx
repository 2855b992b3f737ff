import { useTexts } from '@maru/client/i18n/texts'
import { copyText } from '@maru/client/page/copy-text'
import { saveFile } from '@maru/client/page/save-file'
import { Button, Icon, Sheet } from '@maru/ui'
import { QrCode, qrPicture } from '@maru/ui/qr-code'
import { shareLink } from './share.ts'
import { partnerTexts } from './texts.ts'

/** The link as a large QR code, to hold before a camera, to keep as a picture or to share. */
export function LinkSheet({
  open,
  onClose,
  code,
  link,
}: {
  open: boolean
  onClose: () => void
  code: string
  link: string
}) {
  const t = useTexts(partnerTexts)
  const save = async () => saveFile(`${code}.png`, await qrPicture(link), 'image/png')
  return (
    <Sheet open={open} onClose={onClose} title={t('link')} className="ptn-q">
      <p>{t('linkHint')}</p>
      <QrCode text={link} label={t('qr')} />
      <b translate="no">{code}</b>
      <small translate="no">{link.replace(/^https?:\/\//, '')}</small>
      <p>{t('linkRules')}</p>
      <div className="sheet-a">
        <Button onClick={() => void save()}>{t('savePicture')}</Button>
        {typeof navigator.share === 'function' ? (
          <Button tone="primary" onClick={() => void shareLink(link)}>
            <Icon name="upload" small />
            {t('share')}
          </Button>
        ) : (
          <Button tone="primary" onClick={() => void copyText(link, t('copied'), t('copyFailed'))}>
            {t('copyLink')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
