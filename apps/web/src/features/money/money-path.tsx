import { useTexts } from '@maru/client/i18n/texts'
import type { PayoutAccount } from '@maru/contract'
import { Icon } from '@maru/ui'
import { withdrawTexts } from './withdraw-texts.ts'

/** From where to where the money goes: the same picture in the form, the receipt and the result. */
export function MoneyPath({ account: { label, holder } }: { account: Pick<PayoutAccount, 'label' | 'holder'> }) {
  const t = useTexts(withdrawTexts)
  const [bank, number = ''] = label.split(/ (?=\*)/)
  return (
    <div className="path">
      <div>
        <span className="path-m is-won" aria-hidden="true">
          {t('wonSign')}
        </span>
        <span>
          <b>{t('wonWallet')}</b>
          <small>{t('wonUse')}</small>
        </span>
      </div>
      <Icon name="right" />
      <div>
        <span className="path-m" aria-hidden="true">
          <Icon name="home" />
        </span>
        <span>
          <b>{bank}</b>
          <small className="num">{[number, holder].filter(Boolean).join(' · ')}</small>
        </span>
      </div>
    </div>
  )
}
