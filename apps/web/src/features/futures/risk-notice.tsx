import { Button, Dialog } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { queryClient } from '../../api/query-client.ts'
import { showAlert } from '../../app/alert.tsx'
import { useTexts } from '../../i18n/texts.ts'
import { lossShareQuery, riskQuery } from '../limits/risk.ts'
import { futuresTexts } from './texts.ts'

/** One line below the lists, and the whole warning behind it. */
export function RiskNotice() {
  const [open, setOpen] = useState(false)
  const t = useTexts(futuresTexts)
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
        <RiskList />
        <div className="acts">
          <Button tone="primary" onClick={close}>
            {t('riskClose')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

/** The warning before the first trade and each year. What was read is kept by the server, for all devices and products. */
export function RiskWarning({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(futuresTexts)
  const [busy, setBusy] = useState(false)
  const acknowledge = async () => {
    if (busy) return
    setBusy(true)
    try {
      queryClient.setQueryData(riskQuery(true).queryKey, await call('riskAcknowledge', { body: {} }))
      onClose()
    } catch (error) {
      await showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={open} title={t('riskFirst')} onClose={onClose}>
      <RiskList />
      <div className="acts">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button tone="primary" aria-busy={busy} onClick={() => void acknowledge()}>
          {t('riskUnderstood')}
        </Button>
      </div>
    </Dialog>
  )
}

function RiskList() {
  const t = useTexts(futuresTexts)
  const share = useQuery(lossShareQuery).data
  return (
    <ul className="risk-l">
      {share && (
        <li>
          <b>{share.percent === null ? t('riskShareUnknown') : t('riskShare', { percent: share.percent })}</b>
        </li>
      )}
      <li>{t('risk1')}</li>
      <li>{t('risk2')}</li>
      <li>{t('risk3')}</li>
      <li>{t('risk4')}</li>
      <li>{t('risk5')}</li>
    </ul>
  )
}
