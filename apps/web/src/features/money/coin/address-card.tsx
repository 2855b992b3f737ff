import { useTexts } from '@maru/client/i18n/texts'
import { copyText } from '@maru/client/page/copy-text'
import type { DepositAddress } from '@maru/contract'
import { Button, Icon } from '@maru/ui'
import { QrCode } from '@maru/ui/qr-code'
import { AddressText } from './address-text.tsx'
import { coinTexts } from './coin-texts.ts'

/** An address to send to: as a code, as letters, and with its tag. */
export function AddressCard({
  address: { coin, network, address, tag },
  name,
}: {
  address: DepositAddress
  name: string
}) {
  const t = useTexts(coinTexts)
  const canShare = typeof navigator.share === 'function'
  return (
    <div className="addr">
      <QrCode text={address} label={t('qr', { coin })} />
      <b>{t('only', { coin, network: name === network ? name : `${name}(${network})` })}</b>
      <AddressText address={address} />
      <small>{t('compare')}</small>
      <div className="addr-a">
        <Button onClick={() => void copyText(address, t('copied'), t('copyFailed'))}>
          <Icon name="copy" small />
          {t('copy')}
        </Button>
        {canShare && (
          // Whoever closes the list of programs has shared nothing: there is nothing to tell.
          <Button onClick={() => void navigator.share({ text: address }).catch(() => undefined)}>{t('share')}</Button>
        )}
      </div>
      {tag !== null && (
        <>
          <p className="num">
            {t('tag')} <b>{tag}</b>
          </p>
          <Button onClick={() => void copyText(tag, t('tagCopied'), t('copyFailed'))}>
            <Icon name="copy" small />
            {t('copyTag')}
          </Button>
          <p className="strip strip-warn">{t('tagWhy')}</p>
        </>
      )}
    </div>
  )
}
