import { useTexts } from '@maru/client/i18n/texts'
import { Icon, Sheet, SwitchRow } from '@maru/ui'
import { SheetEnd } from '../../../trading/sheet-end.tsx'
import { ticketSheetTexts } from './sheet-texts.ts'

/** What one-touch means, and the switch that arms it. */
export function TouchSheet({ open, onClose, onArm }: { open: boolean; onClose: () => void; onArm: () => void }) {
  const t = useTexts(ticketSheetTexts)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        <span className="otk-w">
          <Icon name="warn" /> {t('touchTitle')}
        </span>
      }
    >
      <ul className="risk-l">
        <li>
          <b>{t('touchRisk1')}</b>
        </li>
        <li>{t('touchRisk2')}</li>
        <li>{t('touchRisk3')}</li>
        <li>{t('touchRisk4')}</li>
      </ul>
      <SwitchRow checked={false} onChange={onArm} label={t('touchArm')} hint={t('touchArmHint')} />
      <SheetEnd onClose={onClose} />
    </Sheet>
  )
}
