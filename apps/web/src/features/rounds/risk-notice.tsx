import { Button, Dialog } from '@maru/ui'
import { useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { roundTexts } from './texts.ts'
import { breakEvenOf } from './ticket.ts'

/** One line below the ticket, and the whole warning behind it. */
export function RiskNotice({ payoutRate }: { payoutRate: string }) {
  const [open, setOpen] = useState(false)
  const t = useTexts(roundTexts)
  const close = () => setOpen(false)
  return (
    <div className="risk">
      {t('risk')}{' '}
      <button type="button" className="risk-b" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('riskLink')}
      </button>
      <br />
      <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
        {t('chartCredit')}
      </a>
      <Dialog open={open} title={t('riskTitle')} onClose={close}>
        <ul className="risk-l">
          <li>{t('risk1')}</li>
          <li>{t('risk2', { rate: payoutRate, percent: breakEvenOf(payoutRate) })}</li>
          <li>{t('risk3')}</li>
          <li>{t('risk4')}</li>
          <li>{t('risk5')}</li>
        </ul>
        <div className="acts">
          <Button tone="primary" onClick={close}>
            {t('riskClose')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
